import type { Context } from 'koa';

/**
 * The address at which browsers reach this server, from the configuration only. `Host` and forwarded headers do not
 * affect the issuer or a proof's `htu`, because a client or a misconfigured proxy could set both.
 */
export interface PublicUrl {
  /** Without a trailing slash: the issuer and the audience of every widget token. */
  issuer: string;
  origin: string;
  /** The path prefix that a reverse proxy removes before it passes on a request; '' without one. */
  path: string;
  /**
   * The URL that the browser called, without its query, from the request target as received; null for a target that is
   * not a path.
   */
  urlOf(requestTarget: string): string | null;
}

/** Reads PUBLIC_URL. */
export function readPublicUrl(text: string): PublicUrl {
  const url = new URL(text);
  const path = url.pathname.replace(/\/+$/, '');
  const issuer = url.origin + path;
  return {
    issuer,
    origin: url.origin,
    path,
    urlOf(requestTarget) {
      // Appended, not resolved: `//elsewhere/token` is a path here, never another host.
      if (!requestTarget.startsWith('/')) return null;
      return issuer + cutQuery(requestTarget);
    },
  };
}

/**
 * Whether the `htu` of a proof is the URL of its request: after normalisation, without query and fragment (RFC 9449
 * 4.3).
 * @param called as `urlOf` returns it
 */
export function isSameUrl(htu: string, called: string): boolean {
  // Equal texts are equal URLs, and a browser sends equal ones. To parse both takes longer.
  return cutQuery(htu) === called || withoutQuery(htu) === withoutQuery(called);
}

const cutQuery = (text: string) => /^[^?#]*/.exec(text)?.[0] ?? '';

function withoutQuery(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return null;
  url.search = '';
  url.hash = '';
  return url.href;
}

/**
 * Reads the origin of the page that sent the request; null if the request is not from a page (T93: only a page on an
 * origin that the partner listed may hold or use a token).
 *
 * A browser sends `Origin` with every cross-origin request and with every request that is not GET or HEAD. It omits
 * `Origin` only in a GET to the page's own origin, and then sends `Sec-Fetch-Site: same-origin`, which a page cannot
 * set: the origin is then the public URL's own. Any other request without `Origin` has no page and gets null. A program
 * outside a browser can claim any origin, but it has no signed-in customer's subject token.
 */
export function originOfPage(ctx: Context, publicUrl: PublicUrl): string | null {
  const origin = ctx.get('Origin');
  if (origin) return origin;
  const safe = ctx.method === 'GET' || ctx.method === 'HEAD';
  return safe && ctx.get('Sec-Fetch-Site') === 'same-origin' ? publicUrl.origin : null;
}
