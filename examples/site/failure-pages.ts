/** Shows a page of the site where Koa would show plain text: for an address without a page, and for a failure. */
import type { Context, Middleware } from 'koa';

/** The templates that a site needs for it. */
export type FailurePage = 'not-found' | 'failed';

/**
 * Creates the middleware. Put it before all that can fail. A script, or a server, that asks for no HTML gets plain text.
 * @param show shows the page of this template
 */
export function failurePages(show: (ctx: Context, page: FailurePage, title: string) => void): Middleware {
  const showWith = (ctx: Context, status: number, ...page: [FailurePage, string]) => {
    show(ctx, ...page);
    ctx.status = status;
  };
  return async (ctx, next) => {
    const wantsPage = ctx.accepts('json', 'html') === 'html';
    try {
      await next();
    } catch (error) {
      const { status = 500 } = error as { status?: number };
      if (!wantsPage || status < 500) throw error;
      ctx.app.emit('error', error, ctx);
      showWith(ctx, status, 'failed', 'Something went wrong');
    }
    if (wantsPage && ctx.status === 404 && ctx.body == null)
      showWith(ctx, 404, 'not-found', 'Page not found');
  };
}
