/** What the partner's page hears: opaque ids and codes, never what a customer typed or a result. */
import type { FailureCode } from '../session/failure.ts';

export interface PublicEvents {
  'dx-canceled': { appointment_id: string };
  'dx-rescheduled': { appointment_id: string };
  'dx-error': { code: FailureCode };
}

export function emit<E extends keyof PublicEvents>(target: Element, type: E, detail: PublicEvents[E]): void {
  target.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
}
