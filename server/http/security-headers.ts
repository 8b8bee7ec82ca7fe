/** Headers that every answer carries: nothing here is a page, nothing is kept by caches, scripts may be loaded from partners' pages. */

import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

export function securityHeaders(): Middleware {
  return helmet({
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
}
