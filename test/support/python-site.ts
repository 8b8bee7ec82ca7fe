/** The example site in Python with its server and sandbox, started by the commands of its guide and of server/README.md. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { freePort } from '../../server/core/free-port.ts';
import { startProcess } from './child-processes.ts';
import { codeBlocks, escapeForShell, readDocument, sectionOf } from './documents.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Whether this machine has Python 3.9 or newer. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The running site, and its secrets. */
export interface PythonSite {
  url: string;
  serverUrl: string;
  hooksSecret: string;
  eventsSecret: string;
  close(): Promise<void>;
}

/** Starts all three on free ports; needs python3, bash, curl and openssl. */
export async function startPythonSite(): Promise<PythonSite> {
  const [site, server, sandbox] = await Promise.all([0, 0, 0].map((port) => freePort(port, '127.0.0.1')));
  const dir = await mkdtemp(join(tmpdir(), 'dx-python-'));
  const clone = sectionOf(await readDocument('server/README.md'), '### Start in a clone');
  const [inClone = ''] = codeBlocks(clone, 'sh');
  const [commands = ''] = codeBlocks(await readDocument('examples/python/README.md'), 'sh');
  // The suite has installed and built already: the second command starts the sandbox.
  const here = [inClone.split('\n')[1], commands]
    .join('\n')
    .replace('npm run', `npm --prefix ${escapeForShell(root)} run`)
    .replaceAll('npx node server/', `${escapeForShell(process.execPath)} ${escapeForShell(root)}server/`)
    .replace('examples/', `${escapeForShell(root)}examples/`)
    .replaceAll(':8000 ', `:${site} `)
    .replaceAll('8080', `${server}`)
    .replaceAll('4010', `${sandbox}`)
    .replace('dev --', `dev --port 0 --server-port ${server} --`);
  const env = { TMPDIR: dir, PYTHONDONTWRITEBYTECODE: '1' };
  const shell = startProcess('bash', ['-c', here], { cwd: dir, env, leadsGroup: true });
  await shell.until(() => /^Your page /m.test(shell.output()) && shell.output().includes('site ready'));
  const { HOOKS_SECRET: hooksSecret = '', EVENTS_SECRET: eventsSecret = '' } = parseEnv(
    await readFile(join(dir, '.env'), 'utf8'),
  );
  return {
    url: `http://127.0.0.1:${site}`,
    serverUrl: `http://127.0.0.1:${server}`,
    hooksSecret,
    eventsSecret,
    async close() {
      await shell.stop('SIGKILL');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
