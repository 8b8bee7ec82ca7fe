/** Serves the same on each site, around its own pages: security headers, CSRF protection, the widget's files, static files. */
import { fileURLToPath } from 'node:url';
import Koa, { type Middleware } from 'koa';
import mount from 'koa-mount';
import serveFiles from 'koa-static';
import { pagePolicy } from './content-security-policy.ts';

/**
 * Creates a site without pages. A POST from a page of another site gets 403.
 * @param publicFolder the site's own static files
 * @param widgetDir the folder with the built widget
 */
export function createSiteApp(siteUrl: string, publicFolder: URL, widgetDir: string): Koa {
  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.set({ 'content-security-policy': pagePolicy, 'x-content-type-options': 'nosniff' });
    ctx.set('referrer-policy', 'strict-origin-when-cross-origin');
    await next();
  });
  app.use(refuseOtherSites(siteUrl));
  app.use(mount('/dx', serveFiles(widgetDir)));
  for (const folder of [publicFolder, new URL('public', import.meta.url)])
    app.use(serveFiles(fileURLToPath(folder)));
  return app;
}

/**
 * Creates the middleware that refuses POSTs from pages of other sites (CSRF). It throws 403. Without it, another site
 * could sign users in or out, pay for them, or get a token. A browser sends the origin with every POST, and no page can
 * change it. The routes under `/internal/` are for your own server, which sends no origin. They check a secret.
 */
function refuseOtherSites(siteUrl: string): Middleware {
  const { origin } = new URL(siteUrl);
  return (ctx, next) => {
    if (ctx.method !== 'POST' || ctx.path.startsWith('/internal/')) return next();
    return ctx.get('origin') === origin ? next() : ctx.throw(403);
  };
}
