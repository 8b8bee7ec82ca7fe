/**
 * Rate limits: a request over its limit gets 429 `too_many_requests` with Retry-After before any work is done for it.
 * Signed-in users are counted by user. Others are counted by address: their refused requests, and apart from these their
 * token exchanges that fail. So junk of one address on other routes does not keep its users from signing in, but junk
 * exchanges do. A request whose body is read before its sender is known counts from its beginning.
 *
 * A signed-in user or a signed delivery from an address over its limit still gets through: a request that may be one of
 * them is tried within a small reserve, and only a request that fails uses the reserve up.
 */
import type { Context, Middleware } from 'koa';
import type { Session } from '../../contract/token-api.ts';
import { eventHeaders } from '../../contract/upstream-webhooks.ts';
import type { Clock } from '../../core/clock.ts';
import type { ClientAddress } from './client-address.ts';
import { type CountedNetwork, networksOf } from './client-address.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import type { SessionState } from './session-state.ts';

/** How many new bookings a customer may begin in one hour: each costs disk space, and requests to the service. */
const newBookingsPerHour = 20;
/** How many requests of an address over its limit may be under way or fail in one second. */
const reservePerSecond = 10;

export interface AddressLimits {
  /** Goes before all routes that do work for clients who are not signed in. */
  requests: Middleware;
  /**
   * Goes on the token exchange, which costs two signatures and the partner's check: one with a valid token is given back,
   * and counts for its user (`UserLimit`).
   */
  exchange: Middleware;
}

/**
 * Creates the limits by address at this process. They throw Problem 429 `too_many_requests`.
 * @param perMinute failed exchanges, and refused requests, of one address per minute; 0 for no limit
 */
export function limitAddresses(
  perMinute: number,
  clientAddress: ClientAddress,
  { elapsed }: Clock,
): AddressLimits {
  const limit = createRateLimit(perMinute, elapsed);
  const exchanges = createRateLimit(perMinute, elapsed);
  const reserve = createRateLimit(reservePerSecond, elapsed, { windowMs: 1000 });
  const reached = (counts: RateLimit, networks: CountedNetwork[]) =>
    networks.find(({ name, share }) => counts.isReached(name, share));
  const count = (counts: RateLimit, networks: CountedNetwork[]) => {
    for (const { name } of networks) counts.count(name);
  };
  const refund = (counts: RateLimit, networks: CountedNetwork[]) => {
    for (const { name } of networks) counts.refund(name);
  };

  async function tryWithinReserve(ctx: Context, over: CountedNetwork, work: () => Promise<void>) {
    if (!mayBeKnown(ctx) || reserve.isReached(over.name)) throw limit.refusal(over.name);
    reserve.count(over.name);
    await work();
    if (!isRefusedStranger(ctx, ctx.status)) reserve.refund(over.name);
  }

  return {
    async requests(ctx, next) {
      const networks = networksOf(clientAddress(ctx.req));
      const work = async () => {
        const countsFirst = isDelivery(ctx);
        if (countsFirst) count(limit, networks);
        let status: unknown = 500;
        try {
          await next();
          status = ctx.status;
        } catch (error) {
          if (error instanceof Error && 'status' in error) status = error.status;
          throw error;
        } finally {
          const isRefused = isRefusedStranger(ctx, status);
          if (countsFirst && !isRefused) refund(limit, networks);
          if (!countsFirst && isRefused) count(limit, networks);
        }
      };
      const over = isExchange(ctx) ? undefined : reached(limit, networks);
      if (over) await tryWithinReserve(ctx, over, work);
      else await work();
    },

    async exchange(ctx, next) {
      const networks = networksOf(clientAddress(ctx.req));
      const over = reached(exchanges, networks);
      ctx.state.isCounted = true;
      if (over) throw exchanges.refusal(over.name);
      count(exchanges, networks);
      try {
        await next();
      } finally {
        // A request with a valid user token can fail afterwards, when the service is away.
        if (ctx.state.session || ctx.status < 400) refund(exchanges, networks);
      }
    },
  };
}

/** Whether the request has credentials, which are not verified yet. */
const mayBeKnown = (ctx: Context) =>
  ctx.get('Authorization') !== '' || ctx.get(eventHeaders.signature) !== '';

/** The routes that exchange a token. Routes match exactly, so no other spelling is one of them. */
const isExchange = ({ method, path }: Context) =>
  method === 'POST' && (path === '/token' || path === '/first-view');

/** The route of deliveries, whose signature is over the body. */
const isDelivery = ({ method, path }: Context) => method === 'POST' && path === '/webhooks';

const isRefusedStranger = (ctx: Context, status: unknown) =>
  !ctx.state.session && !ctx.state.isCounted && Number(status) >= 400 && Number(status) < 500;

/** The limit of the requests of each user, with the exchanges of tokens. */
export interface UserLimit {
  /** Whether the limit is reached; does not count. */
  isReached(user: Pick<Session, 'role' | 'subject'>): boolean;
  /** Counts one request. @throws Problem 429 */
  spend(user: Pick<Session, 'role' | 'subject'>): void;
  /** Counts the request of a signed-in user. It comes after the sign-in. */
  requests: Middleware<SessionState>;
}

/**
 * Creates the limit of the requests of each user at this process. It throws Problem 429 `too_many_requests`.
 * @param perMinute requests of one user per minute; 0 for no limit
 */
export function limitUsers(perMinute: number, { elapsed }: Clock): UserLimit {
  const limit = createRateLimit(perMinute, elapsed);
  const nameOf = ({ role, subject }: Pick<Session, 'role' | 'subject'>) => `${role} ${subject}`;
  const spend: UserLimit['spend'] = (user) => limit.spend(nameOf(user));
  return {
    isReached: (user) => limit.isReached(nameOf(user)),
    spend,
    requests(ctx, next) {
      spend(ctx.state.session);
      return next();
    },
  };
}

/**
 * Creates the limit of the new bookings of each customer at this process.
 * @param perMinute the limit of the user's requests; 0 for no limit of new bookings either
 */
export const limitNewBookings = (perMinute: number, { elapsed }: Clock): RateLimit =>
  createRateLimit(perMinute === 0 ? 0 : newBookingsPerHour, elapsed, { windowMs: 60 * 60_000 });
