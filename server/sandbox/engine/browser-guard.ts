/**
 * Protects the sandbox from web pages of other sites: it listens on the developer's own machine, where any page that
 * is open in a browser can reach it. Programs send none of the headers that are checked here, except `Host`.
 *
 * `/v1` is not checked, because it requires an API key.
 */
import type { Context, Middleware } from 'koa';

/** Any other name means DNS rebinding: a page's own DNS name points to this machine, so that the page can read responses. */
const ownNames = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/**
 * Middleware that responds 403 to a foreign host and to a page of another site, and 415 to a body that such a page can
 * send.
 */
export const guardFromPages: Middleware = (ctx, next) => {
  if (ctx.path.startsWith('/v1/')) return next();
  if (!hasOwnName(ctx))
    return refuse(ctx, 403, 'Host: the sandbox answers under the names of this machine only.');
  if (ctx.get('Sec-Fetch-Site') === 'cross-site' && !isPageView(ctx))
    return refuse(ctx, 403, 'Sec-Fetch-Site: pages of other sites may not use the sandbox.');
  if (isFromBrowser(ctx) && isControl(ctx) && hasBody(ctx) && !ctx.is('application/json'))
    return refuse(ctx, 415, 'Content-Type: a page sends application/json to the control plane.');
  return next();
};

function refuse(ctx: Context, status: number, error: string): void {
  ctx.status = status;
  ctx.body = { error };
}

/** A request without a Host header does not come from a browser. */
const hasOwnName = (ctx: Context) => {
  const host = ctx.get('Host');
  return host === '' || ownNames.test(host);
};

const isControl = ({ path }: Context) => path.startsWith('/sandbox/');

/** Partners' pages frame the hosted page and open links. These are navigations, not requests of a script. */
const isPageView = (ctx: Context) =>
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  ctx.get('Sec-Fetch-Mode') === 'navigate' &&
  !isControl(ctx);

/** A browser names the origin of the page with every request that has a body. */
const isFromBrowser = (ctx: Context) => ctx.get('Origin') !== '' || ctx.get('Sec-Fetch-Site') !== '';

const hasBody = (ctx: Context) => ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;
