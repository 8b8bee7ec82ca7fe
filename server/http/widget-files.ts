/** Serves the built widget under /widget/ to any page: it is public code, and module scripts need the CORS header. */
import type { Middleware } from 'koa';
import serve from 'koa-static';

const prefix = '/widget';

/**
 * Creates the middleware. Chunks have a hash in their names and never change; the loader's name is stable, so browsers
 * revalidate it.
 */
export function widgetFiles(directory: string): Middleware {
  const files = serve(directory, {
    index: false,
    setHeaders(response, path) {
      const hashed = /-[\w-]{8,}\.js$/.test(path);
      response.setHeader(
        'Cache-Control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      );
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    },
  });
  return async (ctx, next) => {
    const { path } = ctx;
    if (!path.startsWith(`${prefix}/`)) return next();
    ctx.path = path.slice(prefix.length);
    await files(ctx, async () => {
      ctx.path = path;
      await next();
    });
  };
}
