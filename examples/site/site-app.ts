/** Serves the same on each site, around its own pages: security headers, the widget's files, and static files. */
import { fileURLToPath } from 'node:url';
import Koa from 'koa';
import mount from 'koa-mount';
import serveFiles from 'koa-static';
import { pagePolicy } from './content-security-policy.ts';

/**
 * Creates a site without pages.
 * @param publicFolder the site's own static files
 * @param widgetDir the folder with the built widget
 */
export function createSiteApp(publicFolder: URL, widgetDir: string): Koa {
  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.set({ 'content-security-policy': pagePolicy, 'x-content-type-options': 'nosniff' });
    ctx.set('referrer-policy', 'strict-origin-when-cross-origin');
    await next();
  });
  app.use(mount('/dx', serveFiles(widgetDir)));
  for (const folder of [publicFolder, new URL('public', import.meta.url)])
    app.use(serveFiles(fileURLToPath(folder)));
  return app;
}
