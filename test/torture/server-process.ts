/** The partner's server as a process that can be told at which point of which write it dies. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../journey/doomed-server.ts', import.meta.url));

/** Resolves once it listens. It ends with this process, whatever happens. */
export async function startServer(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, RATE_LIMIT_PER_USER: '0', RATE_LIMIT_PER_ADDRESS: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  if (!child.stdout) throw new Error('the server has no output');
  await once(child.stdout, 'data');
  return child;
}
