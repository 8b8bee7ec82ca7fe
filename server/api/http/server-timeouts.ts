/**
 * Time-outs of requests, and the largest head. Heads and all bodies except documents are small, so a slow request only
 * blocks a connection. Documents may come over slow connections and get more time.
 */
import type { IncomingMessage, ServerOptions } from 'node:http';
import type { Context, Middleware, Next } from 'koa';
import { limitArrival } from '../../core/clock.ts';
import { Problem } from '../../core/errors.ts';
import { hasBody } from './body.ts';

/** Options of the server, in milliseconds. */
export const serverTimeouts = {
  /**
   * From the connection, or from the first byte of a later request, to the end of the head. Node counts the time in which this
   * process or the client was busy too.
   */
  headersTimeout: 60_000,
  /** To the end of the whole request: 20 MiB at 560 kbit/s. */
  requestTimeout: 300_000,
  /**
   * How long an unused connection stays open: longer than proxies keep theirs (nginx and AWS 60 s, Caddy 120 s). A connection that
   * the server closes first takes a request along that is on its way.
   */
  keepAliveTimeout: 130_000,
  /** The precision of the time-outs of requests. */
  connectionsCheckingInterval: 2_000,
  /**
   * In bytes. A widget token, a proof and a page's tracing headers take two or three thousand. A larger head is refused
   * unread (431).
   */
  maxHeaderSize: 8 * 1024,
} satisfies ServerOptions;

const smallBodyWithinMs = 20_000;

/**
 * For routes that receive a document, after their sign-in: the body may take as long as the whole request. No header of
 * the request lifts the limit.
 */
export const takesDocument: Middleware = (ctx, next) => {
  ctx.state.liftBodyLimit?.();
  return next();
};

/**
 * Creates the middleware that throws Problem 408 `request_too_slow` if a body does not arrive in time, and ends the
 * connection. The rest of a body that nobody reads is dropped until then, because a connection that closes with unread
 * bytes takes the response along (RFC 9112 9.6). It comes after `problems`.
 *
 * @param withinMs milliseconds from the end of the head, and again from the response. @default 20,000 ms
 */
export function limitSlowBodies(withinMs: number = smallBodyWithinMs): Middleware {
  return async (ctx, next) => {
    if (hasBody(ctx)) await withBody(ctx, next, withinMs);
    else await next();
  };
}

async function withBody(ctx: Context, next: Next, withinMs: number): Promise<void> {
  const { req } = ctx;
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const liftLimit = limitBody(req, withinMs, () => {
    ctx.set('Connection', 'close');
    reject(new Problem('request_too_slow'));
  });
  ctx.state.liftBodyLimit = liftLimit;
  try {
    await Promise.race([next(), tooLate]);
  } finally {
    liftLimit();
    if (!req.complete) dropRest(req, withinMs);
  }
}

function dropRest(req: IncomingMessage, withinMs: number): void {
  const liftLimit = limitBody(req, withinMs, () => req.destroy());
  // A body that ends frees the connection for the next request.
  for (const end of ['end', 'close']) req.once(end, liftLimit);
  req.resume();
}

/** Calls `onLate` if the body has not arrived in time. @returns lifts the limit */
const limitBody = (req: IncomingMessage, withinMs: number, onLate: () => void): (() => void) =>
  limitArrival(withinMs, () => {
    if (!req.complete) onLate();
  });
