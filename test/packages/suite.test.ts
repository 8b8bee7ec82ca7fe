/** The installed command `dx-booking conformance`, whose suite is in the package of the sandbox. */
import { execFile } from 'node:child_process';
import { cp, rename } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { shared } from '../support/ask-made-once.ts';
import { bareEnv } from '../support/bare-env.ts';
import { folderOfTest } from '../support/folders.ts';
import { plainNode } from './install-packages.ts';

// Without a limit: if no other file of the run did, it packs and installs the packages.
beforeAll(() => shared('partner').then(() => {}), 0);

it('judges a service, and names the package of the suite if it is not installed', async () => {
  const folder = folderOfTest();
  const { folder: installed } = await shared('partner');
  await cp(join(installed, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const service = await startSandbox({ port: 0 });
  onTestFinished(() => service.close());
  const env = { ...bareEnv, PATH: `${dirname(await plainNode())}${delimiter}${process.env.PATH}` };
  const judge = () =>
    promisify(execFile)(
      join(folder, 'node_modules/.bin/dx-booking'),
      ['conformance', '--base', service.url, '--profile', 'levers', '--area', 'discovery'],
      { cwd: folder, env },
    );
  expect((await judge()).stdout).toMatch(/held/);
  const sandbox = join(folder, 'node_modules/@dx-booking/sandbox');
  await rename(sandbox, join(folder, 'sandbox'));
  await expect(judge()).rejects.toMatchObject({
    code: 1,
    stderr: '@dx-booking/sandbox is not installed. Run: npm install --save-dev @dx-booking/sandbox\n',
  });
});
