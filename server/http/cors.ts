/**
 * CORS: allows the web origins that the partner listed, letter for letter, without credentials, since there are no
 * cookies.
 */
import koaCors from '@koa/cors';
import type { Middleware } from 'koa';

/** The headers that the widget sends. */
const ownHeaders = ['Authorization', 'Content-Type', 'DPoP', 'If-Match', 'Last-Event-ID'];

/**
 * Creates the middleware that allows pages of these origins to call the server.
 * @param moreHeaders headers that other scripts of a page add to every request, such as those of tracing. @default none
 */
export function cors(origins: readonly string[], moreHeaders: readonly string[] = []): Middleware {
  const allowed = new Set(origins);
  return koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return allowed.has(origin) ? origin : '';
    },
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [...ownHeaders, ...moreHeaders],
    exposeHeaders: ['DPoP-Nonce', 'ETag', 'Retry-After', 'WWW-Authenticate'],
    maxAge: 600,
  });
}
