/** Builds the widget: a stable `loader.js`, and one file for each element and each part of the booking; configures Vitest. */

import { readFileSync, statfsSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './test/slowest-first.ts';
import { chunkName, chunkOf, ownCopies } from './widget/build/chunks.ts';
import { changeLit } from './widget/build/lit.ts';
import { numberMessages } from './widget/build/messages.ts';
import { minifyChunks, squeezeTemplates } from './widget/build/minify.ts';
import { target } from './widget/build/target.ts';
import { writeRelease } from './widget/write-release.ts';

/** Adds the compressed files, the hashes and the import map. */
function release(): Plugin {
  return {
    name: 'release',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const { version } = JSON.parse(readFileSync(new URL('widget/package.json', import.meta.url), 'utf8'));
      writeRelease(dir, version);
    },
  };
}

/** Test files that change or measure the whole process: its SQL statements, global spans, global `fetch`, the heap, its environment. */
const ownProcess = [
  'test/booking-server.test.ts',
  'test/jobs/idle.test.ts',
  'test/jobs/statements.test.ts',
  'test/observability/spans.test.ts',
  'test/journey/canary.test.ts',
  'test/key-rotation.test.ts',
  'test/tokens/replay.test.ts',
];

/** Holds the databases of the tests in memory, where there is room: on a disk, each commit waits some milliseconds. */
function memoryFolder(): Record<string, string> {
  const leastBytes = 2 ** 31;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > leastBytes ? { TMPDIR: '/dev/shm' } : {};
  } catch {
    return {};
  }
}

export default defineConfig({
  publicDir: false,
  base: './',
  plugins: [
    ownCopies(/\/handoff\/handoff-element\.ts$/, '?handoff'),
    ownCopies(/\/appointments\/appointments\.ts$/, '?appointments'),
    ownCopies(/\/physician\/physician-order\.ts$/, '?physician'),
    ownCopies(/\/client\/booking-client\.ts$/, '?client'),
    changeLit(),
    numberMessages(),
    squeezeTemplates(),
    minifyChunks(),
    release(),
  ],
  build: {
    outDir: 'widget/dist/cdn',
    target,
    manifest: true,
    reportCompressedSize: false,
    lib: {
      entry: {
        loader: 'widget/loader.ts',
        // Its address does not change, so that a page can preload it.
        opening: 'widget/journey/early-opening.ts',
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
        minify: false,
        // Notes for a bundler.
        comments: { annotation: false },
        codeSplitting: {
          groups: [{ debugName: 'booking', name: chunkOf, includeDependenciesRecursively: false }],
        },
      },
    },
  },
  test: {
    globalSetup: ['test/support/postgres.ts'],
    setupFiles: ['test/support/api-exchanges-setup.ts'],
    env: memoryFolder(),
    testTimeout: 40_000,
    // Hooks start the same servers as tests do.
    hookTimeout: 40_000,
    // More than a small machine has cores: a file also waits, for a process to start, a disk or a browser.
    maxWorkers: 4,
    // Most objects of a request are short-lived: a larger young generation takes 6 % of the processor time off.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: SlowestFirst },
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['test/**/*.test.ts'],
          exclude: ['test/widget/**/*.browser.test.ts', ...ownProcess],
          // A worker loads the server's modules once for all its files: loading them takes a second of CPU.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own process', include: ownProcess } },
    ],
  },
});
