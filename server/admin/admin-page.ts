/** The admin page: a shell for its script. The key that an operator types stays in the memory of the page. */
import Router from '@koa/router';
import { exactPaths } from '../http/exact-paths.ts';
import { pageDocument, pagePolicy } from '../pages/page-document.ts';
import { servePageFiles } from '../pages/page-files.ts';

const document = pageDocument({
  title: 'Booking support',
  styles: ['page/admin.css'],
  module: 'page/admin-page',
  body: '<admin-page><noscript><p>This page needs JavaScript.</p></noscript></admin-page>',
});
const policy = pagePolicy(["'none'"]);

/** Creates the routes of the page and its files. */
export function adminPageRouter(): Router {
  const router = new Router(exactPaths);
  router.get('/', (ctx) => {
    ctx.set('Content-Security-Policy', policy);
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = document;
  });
  servePageFiles(router, { root: new URL('.', import.meta.url), folders: ['page'] });
  return router;
}
