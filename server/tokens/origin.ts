/**
 * Which web origin a request came from (T93: only a page the partner listed may hold or use a token).
 *
 * A browser sends `Origin` with every cross-origin request and with every request that is not GET or HEAD. It leaves it
 * out of a GET to the page's own origin, and only then: `Sec-Fetch-Site: same-origin` says so, which a page cannot set,
 * and the origin is then the public URL's own. Anything else without `Origin` is nobody's page and gets null. A program
 * outside a browser can claim any origin; what holds it off is that it has no signed-in customer's subject token.
 */
import type { Context } from 'koa';
import type { PublicUrl } from './public-url.ts';

export function originOfPage(ctx: Context, publicUrl: PublicUrl): string | null {
  const origin = ctx.get('Origin');
  if (origin) return origin;
  const safe = ctx.method === 'GET' || ctx.method === 'HEAD';
  return safe && ctx.get('Sec-Fetch-Site') === 'same-origin' ? publicUrl.origin : null;
}

/** The list as a set; a slash or a path too many would refuse everyone in silence, so it stops the start instead. */
export function readOrigins(origins: readonly string[]): ReadonlySet<string> {
  for (const origin of origins) {
    const url = URL.parse(origin);
    // Of a scheme that the web does not know, as webviews have, the URL parser says `null`.
    const isWritten =
      url?.origin === origin || (url?.origin === 'null' && `${url.protocol}//${url.host}` === origin);
    if (!isWritten) throw new Error(`not a web origin: ${origin}`);
  }
  return new Set(origins);
}
