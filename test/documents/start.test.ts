/** The commands at the start of the server's guide start a server that works. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../examples/free-port.ts';
import { bareEnv } from '../support/bare-env.ts';
import { codeBlocks, readDocument, sectionOf } from '../support/documents.ts';
import { eventually } from '../support/outbox-harness.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('starts a sandbox and a server, and the check of the guide succeeds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dx-guide-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const port = `${await freePort(0, '127.0.0.1')}`;
  const sandboxPort = `${await freePort(0, '127.0.0.1')}`;
  const here = (command = '') =>
    command
      // The suite has installed and built already.
      .replace('npm run setup && npm run build\n', '')
      .replaceAll('.data', folder)
      .replaceAll('8080', port)
      .replaceAll('4010', sandboxPort);
  const [start, check] = codeBlocks(sectionOf(await readDocument('server/README.md'), '## Start'), 'sh').map(
    here,
  );

  const env = { ...bareEnv, SQLITE_FILE: join(folder, 'dx.sqlite') };
  const shell = spawn('bash', ['-c', `${start}`], { cwd: root, env, detached: true, stdio: 'pipe' });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text) => (output += String(text)));
  onTestFinished(async () => {
    const closed = once(shell, 'close');
    process.kill(-Number(shell.pid), 'SIGKILL');
    await closed;
  });
  await eventually(() => {
    if (shell.exitCode !== null) throw new Error(output);
    return output.includes('server.listening');
  }, 30_000);

  const curl = spawn('bash', ['-c', `${check}`], { cwd: root, env, stdio: 'pipe' });
  let body = '';
  curl.stdout.on('data', (text) => (body += String(text)));
  await once(curl, 'close');
  expect(JSON.parse(body)).toEqual({ status: 'ready' });
}, 60_000);
