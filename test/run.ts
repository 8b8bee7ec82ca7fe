/**
 * `npm test`: builds the widget, runs both test runners to their end, and prints the slowest files and one line of totals.
 * With `quick` or `release` it runs only that project, and no element tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestRunner } from '@web/test-runner';
import { buildPages } from '../examples/build-pages.ts';
import { bareEnv } from './support/bare-env.ts';
import {
  browserTimes,
  browserTotals,
  type FileTime,
  ranNothing,
  slowest,
  sum,
  type Totals,
  vitestTimes,
  vitestTotals,
} from './totals.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

interface Report {
  totals: Totals;
  times: FileTime[];
}

const startBuilt = new URL('support/start-built.mjs', import.meta.url).href;

/** Runs Node with these arguments and this process's output. */
async function node(...command: string[]): Promise<number> {
  const { NODE_COMPILE_CACHE } = bareEnv;
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${startBuilt}`;
  const child = spawn(process.execPath, command, {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE, ...process.env, NODE_OPTIONS },
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** The project that the command names; undefined for all tests. */
const [project] = process.argv.slice(2);
if (project !== undefined && project !== 'quick' && project !== 'release')
  throw new Error('Name quick or release, or nothing for all tests.');
// A quick test starts nothing, and no PostgreSQL.
const startsProcesses = project !== 'quick';
if (!startsProcesses) process.env.TEST_DATABASES = 'sqlite';
// Before the workers start, and beside the element tests: a hook that waits for it keeps a worker, and has a limit.
else process.env.TEST_MADE_FIRST = 'partner';

/** The build fails when a part of it is over its budget. */
async function build(): Promise<Report> {
  const vite = ['node_modules/vite/bin/vite.js', 'build'];
  const widget = async () =>
    (await node(...vite)) ||
    (await node(...vite, '--config', 'widget/build/package.config.ts')) ||
    (await node('widget/build/budgets.ts')) ||
    // For the workers, each of which would build what is missing.
    (await buildPages(root, () => {}).then(() => 0));
  const programs = async () => (startsProcesses ? node('test/support/build-programs.ts') : 0);
  const codes = await Promise.all([widget(), programs()]);
  if (Math.max(...codes) === 0) return { totals: { ...ranNothing, failed: 0 }, times: [] };
  const failure = { file: root, test: 'the build', message: 'It failed, or a part is over its budget.' };
  return { totals: { ...ranNothing, failures: [failure] }, times: [] };
}

async function onNode(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'dx-tests-'));
  const file = join(folder, 'vitest.json');
  const code = await node(
    ...['node_modules/vitest/vitest.mjs', 'run', '--root', root],
    ...(project === undefined ? [] : ['--project', project]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  );
  const text = await readFile(file, 'utf8').catch(() => null);
  await rm(folder, { recursive: true });
  if (text === null) return { totals: ranNothing, times: [] };
  const report = JSON.parse(text);
  return { totals: vitestTotals(report, code), times: vitestTimes(report) };
}

async function inTheBrowser(): Promise<Report> {
  const { default: config } = await import(new URL('web-test-runner.config.mjs', import.meta.url).href);
  const runner = await startTestRunner({
    config: { ...config, watch: false },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) return { totals: ranNothing, times: [] };
  const allPassed = await new Promise<boolean>((resolve) => runner.on('stopped', resolve));
  const sessions = [...runner.sessions.all()];
  return { totals: browserTotals(sessions, allPassed), times: browserTimes(sessions) };
}

const run = (runner: () => Promise<Report>): Promise<Report> =>
  runner().catch((error) => {
    console.error(`${runner.name} could not run:`, error);
    return { totals: ranNothing, times: [] };
  });

const built = await run(build);
// At once: each of them waits for much of its time.
const runners = project === undefined ? [onNode, inTheBrowser] : [onNode];
const reports = [built, ...(await Promise.all(runners.map(run)))];

const slowestCount = 10;
console.log(`\nThe slowest ${slowestCount} files:`);
for (const { file, seconds } of slowest(
  reports.flatMap(({ times }) => times),
  slowestCount,
))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(root, file)}`);
const { passed, failed, failures, notRun } = sum(reports.map(({ totals }) => totals));
for (const { file, test, message } of failures)
  console.log(
    `\nfailed: ${relative(root, file)}: ${test}\n  ${message.split('\n').slice(0, 8).join('\n  ')}`,
  );
for (const missing of new Set(notRun)) console.log(`\nnot run: ${missing}`);
console.log(`\n${passed} passed, ${failed} failed${notRun.length > 0 ? `, ${notRun.length} not run` : ''}`);
process.exit(failed === 0 ? 0 : 1);
