/** Configures Vitest. */

import { statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { sortIntoTiers, tiers } from './test/tiers.ts';

const filesOf = sortIntoTiers(import.meta.dirname);

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
  test: {
    globalSetup: ['test/support/made-once.ts'],
    setupFiles: ['test/support/api-exchanges-setup.ts'],
    env: memoryFolder(),
    // Ends a test that hangs. It is no measure of speed: a busy machine may need a minute for what takes a second.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Shorter, so that the failure names what did not come to be.
    expect: { poll: { timeout: 540_000 } },
    // More than a small machine has cores: a file also waits, for a process to start, a disk or a browser.
    maxWorkers: 6,
    // Most objects of a request are short-lived: a larger young generation takes 6 % of the processor time off.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default'],
    projects: tiers.map((name) => ({
      extends: true as const,
      // Elsewhere a worker loads the server's modules once for all its files: loading them takes a second of CPU.
      test: { name, include: filesOf[name], isolate: name === 'own process' },
    })),
  },
});
