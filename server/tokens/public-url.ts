/**
 * The address browsers use for this server, from the configuration alone: neither `Host` nor any forwarded header has a
 * say in the issuer or in a proof's `htu`, since a client or a careless proxy could set both.
 */
export interface PublicUrl {
  /** Without a trailing slash: the issuer and the audience of every widget token. */
  issuer: string;
  origin: string;
  /** The prefix a reverse proxy takes off before a request arrives here; '' when there is none. */
  path: string;
  /** What the browser called, given the request target that arrived; null for a target that is not a path. */
  urlOf(requestTarget: string): string | null;
}

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
      return withoutQuery(issuer + requestTarget);
    },
  };
}

/** RFC 9449 4.3: addresses are compared after normalisation, without query and fragment. Null for what is no URL. */
export function withoutQuery(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return null;
  url.search = '';
  url.hash = '';
  return url.href;
}
