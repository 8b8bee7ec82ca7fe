/** The state that the sign-in (tokens/require-session.ts) sets in Koa for the middleware after it. */
import type { Session } from '../contract/token-api.ts';

export interface SessionState {
  session: Session;
}
