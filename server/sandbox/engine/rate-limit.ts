/** The rate limit: so many requests of a key within one second of the clock, off by default (Errors; ERR-28, GAP-107). */
import type { Middleware } from 'koa';
import type { State } from '../state.ts';
import type { Authenticated } from './authentication.ts';
import { nowOf } from './clock.ts';
import { Refusal } from './refusal.ts';

export function limitRate(state: State): Middleware<Authenticated> {
  return (ctx, next) => {
    const limit = state.settings.rate_limit_per_second;
    if (limit !== null) {
      const second = Math.floor(nowOf(state.clock).getTime() / 1000);
      const last = state.rateWindows.get(ctx.state.key.prefix);
      const count = last?.second === second ? last.count + 1 : 1;
      state.rateWindows.set(ctx.state.key.prefix, { second, count });
      if (count > limit) throw new Refusal(429, 'Rate limit exceeded', null, { 'Retry-After': '1' });
    }
    return next();
  };
}
