/** Protects POST routes from other sites (CSRF). A browser sends the origin with every POST, and no page can change it. Copy as it is. */
import type { Context } from 'koa';

/** Whether the POST comes from a page of this site: without this check, another site could sign users in or out, or get a token. */
export const isFromOwnPage = (ctx: Context, siteUrl: string): boolean =>
  ctx.get('origin') === new URL(siteUrl).origin;
