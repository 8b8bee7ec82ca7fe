/**
 * Who asks too often is told when to come back (429, `too_many_requests`, Retry-After). A signed-in user is counted by
 * name, and whoever is not by address. No signed-in user is refused for what others at the same address do, no good
 * delivery for where it comes from.
 */
import type { Context, Middleware } from 'koa';
import type { SessionState } from '../tokens/require-session.ts';
import type { ClientAddress } from './client-address.ts';
import { networkOf } from './network-of.ts';
import { createRateLimit } from './rate-limit.ts';

/** A token is exchanged by whoever has none yet, and each exchange costs two signatures and the partner's own check. */
const isExchange = (ctx: Context) => ctx.method === 'POST' && ctx.path === '/token';

/** Counts each token exchange before it is made, and each request that was refused to somebody unknown. */
export function limitAddresses(perMinute: number, clientAddress: ClientAddress): Middleware {
  const limit = createRateLimit(perMinute);
  return async (ctx, next) => {
    const spend = () => limit.spend(networkOf(clientAddress(ctx.req)));
    if (isExchange(ctx)) {
      await spend();
      return next();
    }
    const isRefused = (status: unknown) =>
      !ctx.state.session && Number(status) >= 400 && Number(status) < 500;
    try {
      await next();
    } catch (error) {
      if (error instanceof Error && 'status' in error && isRefused(error.status)) await spend();
      throw error;
    }
    if (isRefused(ctx.status)) await spend();
  };
}

/** Comes after the session is known. */
export function limitUsers(perMinute: number): Middleware<SessionState> {
  const limit = createRateLimit(perMinute);
  return async (ctx, next) => {
    const { role, subject } = ctx.state.session;
    await limit.spend(`${role} ${subject}`);
    await next();
  };
}
