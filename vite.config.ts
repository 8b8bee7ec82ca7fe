/** Builds the widget: a stable `loader.js`, and one file for each element and each part of the booking. */

import { execFileSync } from 'node:child_process';
import { defineConfig, type Plugin } from 'vite';
import { chunkName, chunkOf, ownCopies } from './widget/build/chunks.ts';
import { namePolicy } from './widget/build/policy-name.ts';
import { releaseVersion } from './widget/build/release-version.ts';
import { target } from './widget/build/target.ts';
import { divideTexts } from './widget/build/texts.ts';
import { writeRelease } from './widget/build/write-release.ts';

/** Adds the first step as markup, the compressed files, the hashes and the import map. */
function release(): Plugin {
  return {
    name: 'release',
    apply: 'build',
    writeBundle({ dir = '' }) {
      // In a process of its own: the element draws in a page that is made of globals.
      execFileSync(process.execPath, ['widget/build/first-step/draw.ts', dir], { stdio: 'inherit' });
      writeRelease(dir, releaseVersion());
    },
  };
}

export default defineConfig({
  publicDir: false,
  base: './',
  plugins: [
    ownCopies(/\/journey\/early-opening\.ts$/, '?early'),
    ownCopies(/\/handoff\/handoff-element\.ts$/, '?handoff'),
    ownCopies(/\/appointments\/appointments\.ts$/, '?appointments'),
    ownCopies(/\/physician\/physician-order\.ts$/, '?physician'),
    ownCopies(/\/client\/booking-client\.ts$/, '?client'),
    divideTexts(),
    namePolicy(),
    release(),
  ],
  build: {
    outDir: 'widget/dist/cdn',
    target,
    manifest: true,
    reportCompressedSize: false,
    // For a partner's error monitor. No script links to its map, so a browser does not load it.
    sourcemap: 'hidden',
    lib: {
      entry: {
        loader: 'widget/loader.ts',
        // The client runs without a DOM, so it shares no file with the elements.
        client: 'widget/client/booking-client.ts?client',
        // It exports its names itself, because it is an entry; it would need an object of them otherwise.
        booking: 'widget/journey/booking.ts',
      },
      formats: ['es'],
      fileName: (_, name) => (name === 'booking' ? 'booking-[hash:6].js' : `${name}.js`),
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        chunkFileNames: chunkName,
        sourcemapExcludeSources: true,
        // Most of the first step runs at once: Chromium compiles it aside, and not at each first call.
        postBanner: ({ name, isEntry }) =>
          isEntry && name !== 'client' ? '//# allFunctionsCalledOnLoad' : '',
        // Vite itself would leave the white space, for the annotations of a bundler.
        minify: true,
        // Notes for a bundler.
        comments: { annotation: false },
        codeSplitting: {
          groups: [{ debugName: 'booking', name: chunkOf, includeDependenciesRecursively: false }],
        },
      },
    },
  },
});
