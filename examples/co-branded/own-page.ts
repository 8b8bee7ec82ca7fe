/** Whether a POST comes from a page of the site itself: a browser names the origin of every POST, and no page can change it. */
import type { Context } from 'koa';

/** Keeps other sites from signing somebody in or out, and from asking for a token. */
export const isFromOwnPage = (ctx: Context, siteUrl: string): boolean =>
  ctx.get('origin') === new URL(siteUrl).origin;
