/** GET /sandbox: the page for people, from which someone who shows the product to a partner drives the whole story. */
import { readFileSync } from 'node:fs';
import type Router from '@koa/router';
import type { RequestBody } from '../engine/request-body.ts';

const document = readFileSync(new URL('page/people.html', import.meta.url));

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

export function servePeoplePage(router: Router<RequestBody>): void {
  router.get('/sandbox', (ctx) => {
    ctx.set({
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = document;
  });
}
