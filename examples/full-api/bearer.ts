/** The secret that the site shares with its own server. */
import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';

/** Whether the request carries this secret as its bearer token. */
export function hasBearer(ctx: Context, secret: string): boolean {
  const shown = Buffer.from(ctx.get('authorization'));
  const right = Buffer.from(`Bearer ${secret}`);
  return shown.length === right.length && timingSafeEqual(shown, right);
}
