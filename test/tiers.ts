/** Sorts the test files into the projects of Vitest, by what they start: a test's imports show it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Source, source } from './architecture/sources.ts';

/** The projects, in the order in which their files begin: what takes longest comes first. */
export const tiers = ['release', 'system', 'own process', 'quick'] as const;
export type Tier = (typeof tiers)[number];

/** Tests of what a release consists of: packages, images, charts, guides from an empty folder, other engines. */
const ofRelease = [
  /^test\/(guides|packages|operate\/deploy)\//,
  /^test\/e2e\/(engines|oldest-browser)\.test\.ts$/,
];

/**
 * Test files that change or measure the whole process: its SQL statements, global spans, global `fetch`, the heap, its environment,
 * its timers, how large a file it may write.
 */
const ownProcess = [
  'test/booking-server.test.ts',
  'test/core/jobs/idle.test.ts',
  'test/core/jobs/statements.test.ts',
  'test/core/store/full-disk.test.ts',
  'test/core/observability/spans.test.ts',
  'test/booking/journey/canary.test.ts',
  'test/key-rotation.test.ts',
  'test/api/http/live.test.ts',
  'test/api/tokens/replay.test.ts',
  'test/operate/records/interrupted.test.ts',
];

/** Tests that start nothing and take more than ten seconds. */
const long = ['test/booking/webhooks/orders.test.ts', 'test/sandbox/catalog-schedule.test.ts'];

/** A file that imports one of these, itself or through others, starts browsers, processes, a server or a sandbox. */
const starters = [
  ...['playwright', 'playwright/test', 'node:child_process'],
  ...['server/app.ts', 'server/sandbox/sandbox.ts'],
];
/** The built pages, and PostgreSQL by name and not as one of `storeKinds`. */
const takesLong = /\('(?:pages|postgres)'|\b(?:newEmptyDatabase|newMigratedDatabase|postgresUrl)\b/;

/** @returns the test files of Node, from `root`, by the project that runs them */
export function sortIntoTiers(root: string): Record<Tier, string[]> {
  const known = new Map<string, Source>();
  const read = (path: string): Source => {
    const found = known.get(path) ?? source(path, readFileSync(join(root, path), 'utf8'));
    known.set(path, found);
    return found;
  };
  const tests = globSync('test/**/*.test.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.browser.test.ts'),
  );
  const sorted: Record<Tier, string[]> = { release: [], system: [], 'own process': [], quick: [] };
  for (const path of tests.sort()) sorted[tierOf(path, read)].push(path);
  return sorted;
}

/** @param read reads and parses a file of the project */
export function tierOf(path: string, read: (path: string) => Source): Tier {
  if (ofRelease.some((pattern) => pattern.test(path))) return 'release';
  if (ownProcess.includes(path)) return 'own process';
  if (long.includes(path)) return 'system';
  const starts = [...reached(path, read)].some((target) => starters.includes(target));
  return starts || takesLong.test(read(path).text) ? 'system' : 'quick';
}

/** What a test imports, also through the harnesses and the examples. The server's own imports show nothing about a test. */
function reached(path: string, read: (path: string) => Source, found = new Set<string>()): Set<string> {
  for (const { target, typeOnly } of read(path).imports) {
    if (target === null || typeOnly || found.has(target)) continue;
    found.add(target);
    if (/^(?:test|examples)\/.*\.m?[jt]s$/.test(target)) reached(target, read, found);
  }
  return found;
}
