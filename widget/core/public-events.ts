/**
 * The events that an element fires for the partner's page: opaque ids, names of steps and codes; never what a user
 * typed.
 */
import type { FailureCode } from '../session/failure.ts';
import type { SignOutReason } from './user-state.ts';

/** The events of every element. */
export interface ElementEvents {
  /** The element has dropped its user: the page named none any more, or the page was idle. */
  'dx-signed-out': { reason: SignOutReason };
  /** Something failed and the user sees why. `status` is the hosted page's own word, if it sent one. */
  'dx-error': { code: FailureCode; problem?: string; reference?: string; status?: string };
}

/** Fires an event from `target`. @returns false when it is cancelable and the page prevented what would follow */
export type Emit<Events> = <E extends keyof Events & string>(
  target: Element,
  type: E,
  detail: Events[E],
  cancelable?: boolean,
) => boolean;

/**
 * Fires a public event of an element, which bubbles and leaves shadow roots. Each element's module narrows this to its
 * own events.
 * @returns false if the page prevented it
 */
export const emit: Emit<Record<string, unknown>> = (target, type, detail, cancelable = false) =>
  target.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, cancelable, detail }));
