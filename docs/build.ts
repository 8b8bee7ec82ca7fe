/**
 * `npm run docs`: builds the documentation site in `dist/docs`, and serves it. With `-- --build` it only builds. `DOCS_DIR` is
 * another folder for it, `DOCS_BASE` the path under which it is published.
 */
import { join, resolve } from 'node:path';
import { build as buildPages } from 'vite';
import { build as buildSite, serve } from 'vitepress';
import { textsAsModules } from '../test/widget/gallery/serve.ts';

const root = join(import.meta.dirname, '..');
const to = resolve(root, process.env.DOCS_DIR ?? 'dist/docs');

/** The states of the elements, with an editor of the theme. */
const buildGallery = () =>
  buildPages({
    configFile: false,
    root: join(root, 'test/widget/gallery'),
    base: './',
    logLevel: 'warn',
    plugins: [textsAsModules],
    build: {
      outDir: join(to, 'gallery'),
      emptyOutDir: true,
      target: 'esnext',
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: ['index', 'scene'].map((page) => join(root, `test/widget/gallery/${page}.html`)),
      },
    },
  });

await buildSite(import.meta.dirname);
await buildGallery();
if (!process.argv.includes('--build'))
  await serve({ root: import.meta.dirname, base: process.env.DOCS_BASE ?? '/', port: 5190 });
