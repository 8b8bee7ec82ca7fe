/**
 * The headers of every response: no response is a page, none is stored unless its route allows it, and partners' pages
 * may load the scripts.
 */

import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

export interface StrictTransport {
  /** Seconds for which browsers use https only; 0 sends no header. */
  maxAge: number;
  /** Whether the header includes the subdomains of this host. */
  includeSubDomains: boolean;
}

/**
 * Creates the middleware that sets the headers of every response.
 * @param transport `Strict-Transport-Security`
 */
export function securityHeaders(transport: StrictTransport): Middleware {
  const setHeaders = helmet({
    strictTransportSecurity: transport.maxAge === 0 ? false : transport,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  return (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    return setHeaders(ctx, next);
  };
}
