/** The preparation of a clone that an older Node runs. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../support/folders.ts';

const program = join(import.meta.dirname, '../../examples/setup.mjs');
const olderNode = `Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })`;

/** Runs it in a clone whose packages are installed. @param hasNode whether Node is one of them */
function setUp(hasNode: boolean) {
  const clone = folderOfTest();
  cpSync(program, join(clone, 'examples/setup.mjs'));
  writeFileSync(join(clone, 'package-lock.json'), '{}');
  mkdirSync(join(clone, 'node_modules/node/bin'), { recursive: true });
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), '{}');
  if (hasNode) writeFileSync(join(clone, 'node_modules/node/bin/node'), '');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${olderNode}`, join(clone, 'examples/setup.mjs')],
    { encoding: 'utf8' },
  );
  return { status, stderr };
}

it('names the command that installs Node, where npm runs no scripts of packages', () => {
  const { status, stderr } = setUp(false);
  expect(stderr).toContain('npm rebuild node --ignore-scripts=false');
  expect(status).toBe(1);
});

it('goes on with the Node that npm installed', () => {
  expect(setUp(true)).toEqual({ status: 0, stderr: '' });
});
