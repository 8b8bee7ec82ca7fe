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

/**
 * Reads PUBLIC_URL.
 * @param text a valid URL
 * @throws Error if it is not http(s), or has a query, a fragment or credentials
 */
export function readPublicUrl(text: string): PublicUrl {
  const url = new URL(text);
  if (!['https:', 'http:'].includes(url.protocol)) throw new Error('the public URL must be http or https');
  if (url.search || url.hash || url.username || url.password) {
    throw new Error('the public URL must be an origin and a path, nothing more');
  }
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
  // Equal texts are equal URLs, and a browser sends equal ones. To parse both takes ten times as long.
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
