/** The commands that start the server in a clone start one that works. Other tests follow the guides for a new folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { bareEnv } from '../support/bare-env.ts';
import { codeBlocks, escapeForShell, readDocument, sectionOf } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
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

  const env = bareEnv;
  const shell = spawn('bash', ['-c', `${start}`], { cwd: folder, env, detached: true, stdio: 'pipe' });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text) => (output += String(text)));
  onTestFinished(async () => {
    const closed = once(shell, 'close');
    process.kill(-Number(shell.pid), 'SIGKILL');
    await closed;
  });
  await eventually(() => {
    if (shell.exitCode !== null) throw new Error(output);
    return /^Book /m.test(output);
  });

  const curl = spawn('bash', ['-c', `${check}`], { cwd: root, env, stdio: 'pipe' });
  let body = '';
  curl.stdout.on('data', (text) => (body += String(text)));
  await once(curl, 'close');
  expect(JSON.parse(body)).toMatchObject({ status: 'ready' });
});
