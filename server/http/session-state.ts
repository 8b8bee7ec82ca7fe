/** What the sign-in (tokens/require-session.ts) leaves in Koa's state for the middleware behind it. */
import type { Session } from '../contract/token-api.ts';

export interface SessionState {
  session: Session;
}
