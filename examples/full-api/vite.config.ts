/** Bundles <harbor-hours> with its own copy of Lit, as a partner's site would. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  publicDir: false,
  build: {
    outDir: here('../../dist/full-api'),
    emptyOutDir: true,
    lib: {
      entry: here('harbor-hours.js'),
      formats: ['es'],
      fileName: () => 'harbor-hours.js',
    },
  },
});
