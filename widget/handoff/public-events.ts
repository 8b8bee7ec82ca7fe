/** What the partner's page hears: opaque ids, steps and codes, never an address and never what a customer typed. */
import type { HandoffState } from '../../server/contract/handoff-api.ts';

/** The server's states, what the frame told, and the confirmation. */
export type HandoffStep = HandoffState | 'ready' | 'exit' | 'return' | 'profile' | 'confirmed';

export interface PublicEvents {
  'dx-handoff-step': { handoff_id: string; step: HandoffStep };
  'dx-handoff-complete': { handoff_id: string; appointment_id: string };
  /** `status` is the service's own word, where it said one. */
  'dx-error': { code: string; status?: string };
}

/** True unless the page prevented what would follow. */
export function emit<E extends keyof PublicEvents>(
  target: Element,
  type: E,
  detail: PublicEvents[E],
): boolean {
  return target.dispatchEvent(
    new CustomEvent(type, { bubbles: true, composed: true, cancelable: true, detail }),
  );
}
