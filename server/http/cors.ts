/**
 * CORS: allows the web origins that the partner listed, letter for letter, without credentials, since there are no
 * cookies.
 */
import koaCors from '@koa/cors';
import type { Middleware } from 'koa';

/**
 * The headers that the widget sends, and any that other scripts of the page add to its requests, such as those of
 * monitoring. No header gives a page more rights: a browser sends no cookies here, and any other client can send what
 * it likes. `*` does not cover Authorization.
 */
const headers = ['Authorization', 'Content-Type', 'DPoP', 'If-Match', 'Last-Event-ID', '*'];

/** As long as any browser keeps the result of a preflight: Firefox a day, Chromium two hours, Safari ten minutes. */
const preflightSeconds = 86_400;

/** Creates the middleware that allows pages of these origins to call the server. */
export function cors(origins: readonly string[]): Middleware {
  const allowed = new Set(origins);
  return koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return allowed.has(origin) ? origin : '';
    },
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: headers,
    exposeHeaders: ['DPoP-Nonce', 'ETag', 'Retry-After', 'WWW-Authenticate'],
    maxAge: preflightSeconds,
  });
}
