/** GET /openapi.json: the description of an API of this server, for anyone. */
import type { Context } from 'koa';

/** Creates the handler. The document is made at the first request, and then kept. */
export function serveOpenApi(api: 'server' | 'admin'): (ctx: Context) => Promise<string> {
  let made: Promise<string> | undefined;
  async function make(): Promise<string> {
    const { openApiOfAdmin, openApiOfServer } = await import('./openapi.ts');
    return JSON.stringify(api === 'server' ? openApiOfServer() : openApiOfAdmin());
  }
  return (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    made ??= make();
    return made;
  };
}
