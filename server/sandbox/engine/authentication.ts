/** Authenticates requests by the `x-api-key` header, `<prefix>.<secret>` (Authentication 1, 2; AUTH-02..AUTH-05, ENV-07). */
import type { Middleware } from 'koa';
import type { State } from '../state.ts';
import { ApiError } from './api-error.ts';
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
