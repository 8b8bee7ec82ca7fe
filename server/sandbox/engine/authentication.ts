/** Authenticates requests by the `x-api-key` header, `<prefix>.<secret>` (Authentication 1, 2; AUTH-02..AUTH-05, ENV-07). */
import type { Middleware } from 'koa';
import type { State } from '../state.ts';
import { ApiError } from './api-error.ts';
import { nowOf } from './clock.ts';
import type { Key } from './keys.ts';

/** Koa's state behind the authentication. */
export interface Authenticated {
  key: Key;
}

/**
 * Creates the middleware that puts the key of the request into `ctx.state`. It throws ApiError 401 without a valid key,
 * and 403 if the key is inactive.
 */
export function authenticate(state: State): Middleware<Authenticated> {
  return (ctx, next) => {
    const value = ctx.get('x-api-key');
    if (value === '') throw new ApiError(401, 'The x-api-key header is required.');
    const key = state.keys.get(value.split('.', 1)[0] ?? '');
    if (key === undefined || value !== `${key.prefix}.${key.secret}`)
      throw new ApiError(401, 'The API key is invalid.');
    if (key.status === 'inactive') throw new ApiError(403, 'The API key is inactive.');
    ctx.state.key = key;
    return next();
  };
}

/**
 * Creates the middleware that counts the requests of each key in each second of the sandbox's clock. It throws ApiError
 * 429 with `Retry-After: 1` over `rate_limit_per_second`, which is off by default (Errors; ERR-28, GAP-107).
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
