/** The commands that start the server in a clone start one that works. Other tests follow the guides for a new folder. */
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { startProcess } from '../support/child-processes.ts';
import { codeBlocks, escapeForShell, readDocument, sectionOf } from '../support/documents.ts';
import { folderOfTest } from '../support/folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('starts a sandbox and a server, and the check of the guide succeeds', async () => {
  const folder = folderOfTest();
  const port = `${await freePort(0, '127.0.0.1')}`;
  const sandboxPort = `${await freePort(0, '127.0.0.1')}`;
  const pagePort = `${await freePort(0, '127.0.0.1')}`;
  const section = sectionOf(await readDocument('server/README.md'), '## Start');
  const [commands = ''] = codeBlocks(sectionOf(section, '### Start in a clone'), 'sh');
  // In an empty folder, and not in the repository: a developer may have settings there.
  const start = commands
    // The suite has installed and built already.
    .replace('npm run setup && npm run build\n', '')
    .replace('npm run', `npm --prefix ${escapeForShell(root)} run`)
    .replaceAll('npx node server/', `${escapeForShell(process.execPath)} ${escapeForShell(root)}server/`)
    .replaceAll('4010', sandboxPort)
    .replace('dev --', `dev --port ${pagePort} --server-port ${port} --`);
  const check = codeBlocks(section, 'sh')
    .find((code) => code.startsWith('curl'))
    ?.replace('8080', port);

  const shell = startProcess('bash', ['-c', start], { cwd: folder, leadsGroup: true });
  onTestFinished(async () => void (await shell.stop('SIGKILL')));
  await shell.until(() => /^Book /m.test(shell.output()));

  const curl = startProcess('bash', ['-c', `${check}`], { cwd: root, stderr: 'inherit' });
  expect(await curl.ended).toBe(0);
  expect(JSON.parse(curl.output())).toMatchObject({ status: 'ready' });
});
