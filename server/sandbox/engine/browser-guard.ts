/**
 * Keeps web pages of other sites away from the sandbox: it listens on the developer's own machine, where any page that
 * is open in a browser could reach it. Programs send none of the headers that are checked here, apart from `Host`.
 *
 * `/v1` is left out: nothing there answers without an API key.
 */
import type { Context, Middleware } from 'koa';

/** A name that leads to this machine only in a page's own DNS is the page's way to read answers (DNS rebinding). */
const ownNames = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Answers 403 to a foreign host and to another site's page, and 415 to a body that such a page can send. */
export const guardFromPages: Middleware = (ctx, next) => {
  if (ctx.path.startsWith('/v1/')) return next();
  if (!hasOwnName(ctx))
    return refuse(ctx, 403, 'Host: the sandbox answers under the names of this machine only.');
  if (ctx.get('Sec-Fetch-Site') === 'cross-site' && !isPageView(ctx))
    return refuse(ctx, 403, 'Sec-Fetch-Site: pages of other sites may not use the sandbox.');
  if (isOfBrowser(ctx) && isControl(ctx) && hasBody(ctx) && !ctx.is('application/json'))
    return refuse(ctx, 415, 'Content-Type: a page sends application/json to the control plane.');
  return next();
};

function refuse(ctx: Context, status: number, error: string): void {
  ctx.status = status;
  ctx.body = { error };
}

/** Without one it is no browser. */
const hasOwnName = (ctx: Context) => {
  const host = ctx.get('Host');
  return host === '' || ownNames.test(host);
};

const isControl = ({ path }: Context) => path.startsWith('/sandbox/');

/** Partners' pages frame the hosted page and open links: what is shown, and not what a script asks for. */
const isPageView = (ctx: Context) =>
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  ctx.get('Sec-Fetch-Mode') === 'navigate' &&
  !isControl(ctx);

/** A browser says with every body where the page is from. */
const isOfBrowser = (ctx: Context) => ctx.get('Origin') !== '' || ctx.get('Sec-Fetch-Site') !== '';

const hasBody = (ctx: Context) => ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;
