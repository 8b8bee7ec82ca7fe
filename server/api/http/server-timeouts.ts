/**
 * Time-outs of requests, and the largest head. Heads and all bodies except documents are small, so a slow request only
 * blocks a connection. Documents may come over slow connections and get more time.
 */
import type { ServerOptions } from 'node:http';
import type { Context, Middleware, Next } from 'koa';
import { Problem } from '../../core/errors.ts';

/** Options of the server, in milliseconds. */
export const serverTimeouts = {
  /** From the connection, or from the first byte of a later request, to the end of the head. */
  headersTimeout: 10_000,
  /** To the end of the whole request: 20 MiB at 560 kbit/s. */
  requestTimeout: 300_000,
  /** The precision of both. */
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
 * connection. It comes after `problems`.
 *
 * @param withinMs milliseconds from the end of the head. @default 20,000 ms
 */
export function limitSlowBodies(withinMs: number = smallBodyWithinMs): Middleware {
  return async (ctx, next) => {
    const hasBody = ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;
    if (hasBody) await withBody(ctx, next, withinMs);
    else await next();
  };
}

async function withBody(ctx: Context, next: Next, withinMs: number): Promise<void> {
  const { req, res } = ctx;
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => {
      if (req.complete) return;
      // The response was sent before the body arrived; only the connection still waits for it.
      if (res.writableEnded) req.destroy();
      else reject(new Problem('request_too_slow'));
    }, withinMs).unref();
  });
  ctx.state.liftBodyLimit = () => clearTimeout(late);
  req.once('close', () => clearTimeout(late));
  try {
    await Promise.race([next(), tooLate]);
  } catch (error) {
    // The rest of the body is not read: the connection ends with the response.
    if (!req.complete) ctx.set('Connection', 'close');
    throw error;
  }
}
