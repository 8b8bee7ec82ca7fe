/** The example of widget/testing.md passes in Jest and in Vitest, and fails if the page forgets the event. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shared } from '../support/ask-made-once.ts';
import { bareEnv } from '../support/bare-env.ts';
import { codeBlocksOf, readDocument } from '../support/documents.ts';
import { createPartnerFolder, type PartnerFolder } from '../support/partner-folder.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

let folder: PartnerFolder;
const files = new Map<string, string>();
beforeAll(async () => {
  await shared('pages');
  folder = await createPartnerFolder(['jest', 'jest-environment-jsdom', 'jsdom', 'vitest']);
  for (const { file, code } of codeBlocksOf(await readDocument('widget/testing.md')))
    if (file !== undefined) files.set(file, code);
  for (const [file, code] of files) await folder.write(file, code);
});
afterAll(() => folder.remove());

/** @returns what the test runner says, if it passes or fails */
async function runTests(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const path = join(root, 'node_modules', program);
  const { stdout, stderr } = await run(process.execPath, [path, ...args], {
    cwd: folder.path,
    env: { ...bareEnv, ...env },
  }).catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}

const runners = {
  Jest: () => runTests('jest/bin/jest.js', ['--ci'], { NODE_OPTIONS: '--experimental-vm-modules' }),
  Vitest: () => runTests('vitest/vitest.mjs', ['run', '--root', folder.path]),
};

it.each(Object.entries(runners))('%s runs the test of the guide', async (_name, runner) => {
  expect([...files.keys()].toSorted()).toEqual([
    'booking-page.js',
    'booking-page.test.js',
    'jest.config.js',
    'vitest.config.js',
  ]);
  expect(await runner()).toMatch(/Tests: +1 passed|Tests +.*1 passed/);
  await folder.write(
    'booking-page.js',
    (files.get('booking-page.js') ?? '').replace("'dx-sent'", "'dx-step'"),
  );
  expect(await runner()).toMatch(/1 failed/);
  await folder.write('booking-page.js', files.get('booking-page.js') ?? '');
});
