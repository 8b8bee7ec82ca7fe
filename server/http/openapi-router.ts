/** GET /openapi.json: the description of this server's own API, for anyone. */
import Router from '@koa/router';
import { exactPaths } from './exact-paths.ts';

/** Creates the route. The document is made at the first request, and then kept. */
export function openApiRouter(): Router {
  let made: Promise<string> | undefined;
  const make = async () => JSON.stringify((await import('./openapi.ts')).openApiOfServer());
  return new Router(exactPaths).get('/openapi.json', async (ctx) => {
    made ??= make();
    ctx.body = await made;
    ctx.type = 'application/json';
    ctx.set('Cache-Control', 'public, max-age=300');
  });
}
