/**
 * Allows one role: a customer's token gives no access to physician routes, and the reverse (T97). @throws Problem 403
 */
import type { Middleware } from 'koa';
import type { Role } from '../contract/token-api.ts';
import { Problem } from '../errors.ts';
import type { SessionState } from '../http/session-state.ts';

/**
 * Creates middleware that requires this role. It goes after the sign-in. The middleware throws Problem 403
 * `role_not_allowed`.
 */
export function requireRole(role: Role): Middleware<SessionState> {
  return (ctx, next) => {
    if (ctx.state.session.role !== role) {
      throw new Problem('role_not_allowed');
    }
    return next();
  };
}
