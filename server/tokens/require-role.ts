/** Lets one role through: a customer's token opens nothing of the physician's, nor the other way round (T97). */
import type { Middleware } from 'koa';
import type { Role } from '../contract/token-api.ts';
import { Problem } from '../errors.ts';
import type { SessionState } from '../http/session-state.ts';

export function requireRole(role: Role): Middleware<SessionState> {
  return (ctx, next) => {
    if (ctx.state.session.role !== role) {
      throw new Problem('role_not_allowed');
    }
    return next();
  };
}
