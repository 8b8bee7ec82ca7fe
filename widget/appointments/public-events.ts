/** What the partner's page hears: opaque ids and codes, never what a customer typed or a result. */

export interface PublicEvents {
  'dx-canceled': { appointment_id: string };
  'dx-rescheduled': { appointment_id: string };
}

export function emit<E extends keyof PublicEvents>(target: Element, type: E, detail: PublicEvents[E]): void {
  target.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
}
