/** `npm test`: builds the widget, runs every runner to its end, and closes with one line over all of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestRunner } from '@web/test-runner';
import { browserTotals, ranNothing, sum, type Totals, vitestTotals } from './totals.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

/** Node runs the file and its arguments; its output is ours. */
async function node(...command: string[]): Promise<number> {
  const child = spawn(process.execPath, command, { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** The build fails when a part of it is over its budget. */
async function build(): Promise<Totals> {
  const code = (await node('node_modules/vite/bin/vite.js', 'build')) || (await node('widget/budgets.ts'));
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

async function onNode(): Promise<Totals> {
  const folder = await mkdtemp(join(tmpdir(), 'dx-tests-'));
  const file = join(folder, 'vitest.json');
  const code = await node(
    ...['node_modules/vitest/vitest.mjs', 'run', '--root', root],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  );
  const report = await readFile(file, 'utf8').catch(() => null);
  await rm(folder, { recursive: true });
  return report === null ? ranNothing : vitestTotals(JSON.parse(report), code);
}

async function inTheBrowser(): Promise<Totals> {
  const { default: config } = await import(new URL('web-test-runner.config.mjs', import.meta.url).href);
  const runner = await startTestRunner({
    config: { ...config, watch: false },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) return ranNothing;
  const allPassed = await new Promise<boolean>((resolve) => runner.on('stopped', resolve));
  return browserTotals([...runner.sessions.all()], allPassed);
}

const totals: Totals[] = [];
for (const runner of [build, onNode, inTheBrowser]) {
  totals.push(
    await runner().catch((error) => {
      console.error(`${runner.name} could not run:`, error);
      return ranNothing;
    }),
  );
}
const { passed, failed } = sum(totals);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
