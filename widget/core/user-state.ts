/** The states of an element's user, and what a user session asks of its element. */
import type { Failure } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { PageSettings } from './page-settings.ts';

export type SignOutReason = 'page' | 'idle';

export type UserState =
  /** The page has not said enough yet; `failure` once it has taken too long. */
  | { name: 'waiting'; failure: Failure | null }
  | { name: 'signed_out'; reason: SignOutReason }
  /** Who the user is now is not known: the view is hidden. `failure` when it could not be found out. */
  | { name: 'deciding'; failure: Failure | null }
  | { name: 'signed_in' };

export interface UserSessionHost {
  settings(): PageSettings;
  /** Starts the element's model for a user. */
  begin(session: Session): void;
  /** Drops the model, the view and everything else of the user; their requests have been stopped. */
  end(): void;
  /** The page named the same user again: repeats what failed for lack of a sign-in. */
  resume(): void;
  /** The state, or the warning, has changed. Called before the DOM of a user who is gone is taken away. */
  changed(): void;
  /** Tells the page of a failure. */
  failed(failure: Failure): void;
  signedOut(reason: SignOutReason): void;
}
