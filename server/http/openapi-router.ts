/** GET /openapi.json: the description of an API of this server, for anyone. */
import Router from '@koa/router';
import { exactPaths } from './exact-paths.ts';

/** Creates the route. The document is made at the first request, and then kept. */
export function openApiRouter(api: 'server' | 'admin'): Router {
  let made: Promise<string> | undefined;
  async function make(): Promise<string> {
    const { openApiOfAdmin, openApiOfServer } = await import('./openapi.ts');
    return JSON.stringify(api === 'server' ? openApiOfServer() : openApiOfAdmin());
  }
  return new Router(exactPaths).get('/openapi.json', async (ctx) => {
    made ??= make();
    ctx.body = await made;
    ctx.type = 'application/json';
    ctx.set('Cache-Control', 'public, max-age=300');
  });
}
