/** What the sandbox serves to browsers beside the hosted page itself: the page for people, and the files of both. */
import Router from '@koa/router';
import type { RequestBody } from './engine/request-body.ts';
import { servePageFiles } from './page-files.ts';
import { servePeoplePage } from './people/people-page.ts';

export function pages(): Router<RequestBody> {
  const router = new Router<RequestBody>();
  servePeoplePage(router);
  servePageFiles(router);
  return router;
}
