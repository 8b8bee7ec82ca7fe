/** Checks the shared secret of requests from your own server. Copy as it is. */
import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';

/** Whether the request has this secret as its bearer token, compared in constant time. */
export function hasBearer(ctx: Context, secret: string): boolean {
  const actual = Buffer.from(ctx.get('authorization'));
  const expected = Buffer.from(`Bearer ${secret}`);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
