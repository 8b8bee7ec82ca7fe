/** Which web origins may call: those that the partner listed, letter for letter; no credentials, since nothing here is a cookie. */
import koaCors from '@koa/cors';
import type { Middleware } from 'koa';

export function cors(origins: readonly string[]): Middleware {
  const allowed = new Set(origins);
  return koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return allowed.has(origin) ? origin : '';
    },
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'DPoP', 'If-Match', 'Last-Event-ID'],
    exposeHeaders: ['DPoP-Nonce', 'ETag', 'Retry-After', 'WWW-Authenticate'],
    maxAge: 600,
  });
}
