/**
 * The web origin of a request (T93: only a page on an origin that the partner listed may hold or use a token).
 *
 * A browser sends `Origin` with every cross-origin request and with every request that is not GET or HEAD. It omits
 * `Origin` only in a GET to the page's own origin, and then sends `Sec-Fetch-Site: same-origin`, which a page cannot
 * set: the origin is then the public URL's own. Any other request without `Origin` has no page and gets null. A program
 * outside a browser can claim any origin, but it has no signed-in customer's subject token.
 */
import type { Context } from 'koa';
import type { PublicUrl } from './public-url.ts';

/** Reads the origin of the page that sent the request; null if the request is not from a page. */
export function originOfPage(ctx: Context, publicUrl: PublicUrl): string | null {
  const origin = ctx.get('Origin');
  if (origin) return origin;
  const safe = ctx.method === 'GET' || ctx.method === 'HEAD';
  return safe && ctx.get('Sec-Fetch-Site') === 'same-origin' ? publicUrl.origin : null;
}

/**
 * Checks the listed origins. A trailing slash or a path would silently refuse every page, so it stops the start
 * instead.
 * @returns the origins as a set
 * @throws Error that names the entry which is no origin
 */
export function readOrigins(origins: readonly string[]): ReadonlySet<string> {
  for (const origin of origins) {
    const url = URL.parse(origin);
    // The URL parser returns `null` as the origin of schemes that the web does not know, such as those of webviews.
    const isWritten =
      url?.origin === origin || (url?.origin === 'null' && `${url.protocol}//${url.host}` === origin);
    if (!isWritten) throw new Error(`not a web origin: ${origin}`);
  }
  return new Set(origins);
}
