/** The states of an element's user, and the interface of a user session to its element. */
import type { Credentials } from '../session/credentials.ts';
import type { Failure } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { PageSettings } from './page-settings.ts';
import type { SharedDetails } from './public-types.ts';

/** `page`: the page names nobody. `idle`: there was no input for too long. */
export type SignOutReason = SharedDetails['dx-signed-out']['reason'];

/** The state of an element's user. */
export type UserState =
  /** A setting of the page is missing; `failure` after the timeout. */
  | { name: 'waiting'; failure: Failure | null }
  | { name: 'signed_out'; reason: SignOutReason }
  /** The current user is unknown: the view is hidden. `failure` when the user could not be determined. */
  | { name: 'deciding'; failure: Failure | null }
  | { name: 'signed_in' };

/** The element of a user session. */
export interface UserSessionHost {
  /** Reads the page's settings now. */
  settings(): PageSettings;
  /** Credentials whose exchange began before the element; called for each session. @default none */
  early?(server: string): Credentials | null;
  /** Starts the element's model for a user. */
  begin(session: Session): void;
  /** Drops the model, the view and everything else of the user; their requests have been stopped. */
  end(): void;
  /** The page named the same user again: repeats what failed for lack of a sign-in. */
  resume(): void;
  /** The state, or the warning, has changed. Called before the DOM of a former user is removed. */
  changed(): void;
  /** Reports a failure to the page. */
  failed(failure: Failure): void;
  /** A signed-in user is signed out. Called after `end`. */
  signedOut(reason: SignOutReason): void;
}
