/** GET /sandbox: the page on which a person acts as the location and the lab, and sees what partners do. */
import type Router from '@koa/router';
import { pageDocument, pagePolicy } from '../../pages/page-document.ts';
import type { RequestBody } from '../engine/request-body.ts';

const document = pageDocument({
  title: 'Sandbox',
  styles: ['hosted/page/controls.css', 'people/page/people.css', 'people/page/lists.css'],
  module: 'people/page/people',
  body: '<sandbox-page><noscript><p>This page needs JavaScript.</p></noscript></sandbox-page>',
});
const policy = pagePolicy(["'none'"]);

/** Adds the page's route; its data comes from the control plane. */
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
