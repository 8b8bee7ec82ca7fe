/** The state that the sign-in (tokens/require-session.ts) sets in Koa for the middleware after it. */
import type { Session } from '../../contract/token-api.ts';

/** Koa's state behind the sign-in. */
export interface SessionState {
  session: Session;
  /** Throws Problem 401 `token_revoked` if the user has signed out since the sign-in, for requests that last. */
  requireStillSignedIn?: () => void;
}
