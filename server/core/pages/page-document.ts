/** The HTML document and the Content Security Policy of a page. */
import { hash } from 'node:crypto';
import type Router from '@koa/router';
import { baseStyles, importMap, moduleAddress } from './page-files.ts';

interface PageDocument {
  title: string;
  /** Addresses of style sheets after the one of all pages, below `/files/`. */
  styles: readonly string[];
  /** Path of the page's module from the folder of the server, without extension; null for a page without a script. */
  module: string | null;
  body: string;
}

/**
 * Adds the route of a page that nobody may frame. The document is the same for everyone: the page's script fetches what it
 * shows.
 */
export function servePage<S>(router: Router<S>, path: string, page: PageDocument): void {
  const document = pageDocument(page);
  const policy = pagePolicy(["'none'"]);
  router.get(path, (ctx) => {
    ctx.set({
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = document;
  });
}

/** Makes a whole HTML document. All texts are inserted as they are: pass constants and escaped text only. */
export function pageDocument({ title, styles, module, body }: PageDocument): string {
  const scripts =
    module === null
      ? []
      : [
          `<script type="importmap">${importMap}</script>`,
          `<script type="module" src="${moduleAddress(module)}"></script>`,
        ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${[baseStyles, ...styles].map((address) => `<link rel="stylesheet" href="/files/${address}">`).join('\n')}
${scripts.join('\n')}
</head>
<body>
${body}
</body>
</html>
`;
}

/**
 * Creates a policy under which a page can only load its own files, run its import map and send requests to its own
 * origin.
 * @param frameAncestors the sources that may frame the page, at least one; `'none'` with its quotes
 */
export function pagePolicy(frameAncestors: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash('sha256', importMap, 'base64')}'`,
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
    `frame-ancestors ${frameAncestors.join(' ')}`,
  ].join('; ');
}
