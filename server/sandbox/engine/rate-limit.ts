/** The rate limit of a key per second of the sandbox's clock, off by default (Errors; ERR-28, GAP-107). */
import type { Middleware } from 'koa';
import type { State } from '../state.ts';
import { ApiError } from './api-error.ts';
import type { Authenticated } from './authentication.ts';
import { nowOf } from './clock.ts';

/**
 * Creates the middleware that counts the requests of each key in each second of the sandbox's clock. It throws ApiError
 * 429 with `Retry-After: 1` over `rate_limit_per_second`.
 */
export function limitRate(state: State): Middleware<Authenticated> {
  return (ctx, next) => {
    const limit = state.settings.rate_limit_per_second;
    if (limit !== null) {
      const second = Math.floor(nowOf(state.clock).getTime() / 1000);
      const last = state.rateWindows.get(ctx.state.key.prefix);
      const count = last?.second === second ? last.count + 1 : 1;
      state.rateWindows.set(ctx.state.key.prefix, { second, count });
      if (count > limit) throw new ApiError(429, 'Rate limit exceeded', null, { 'Retry-After': '1' });
    }
    return next();
  };
}
