/** Builds a page with a bundler, from the packages of a partner's folder, and serves it. */
import { copyFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { type Served, serve } from '../support/serve.ts';
import type { Installed } from './install-packages.ts';

/**
 * Builds `consumers/page.tsx` and serves it. Every request without a file fails with 503, also the requests of the elements to their server.
 */
export async function serveReactPage({ folder }: Installed): Promise<Served> {
  const outDir = join(folder, 'site');
  const entry = join(folder, 'page.tsx');
  await copyFile(new URL('consumers/page.tsx', import.meta.url), entry);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      minify: false,
      rolldownOptions: {
        input: entry,
        output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return serve(async ({ url = '/' }, response) => {
    const script = url.endsWith('.js') ? await readFile(join(outDir, basename(url))).catch(() => null) : null;
    if (script) response.setHeader('content-type', 'text/javascript').end(script);
    else if (url !== '/') response.writeHead(503).end();
    else
      response
        .setHeader('content-type', 'text/html')
        .end(
          '<!doctype html><html lang="en"><title>A page</title><script type="module" src="/page.js"></script>',
        );
  });
}
