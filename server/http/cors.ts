/** Which web origins may call: those that the partner listed, letter for letter; no credentials, since nothing here is a cookie. */
import koaCors from '@koa/cors';
import type { Middleware } from 'koa';

/** What a page sends to these routes. */
const ownHeaders = ['Authorization', 'Content-Type', 'DPoP', 'If-Match', 'Last-Event-ID'];

/** @param moreHeaders that a page's own scripts add to every request, such as those of tracing */
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
