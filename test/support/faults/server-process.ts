/** The partner's server as a child process that dies or stops at a chosen point of a chosen write. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bareEnv } from '../bare-env.ts';
import { endWithUs } from '../child-processes.ts';

const program = fileURLToPath(new URL('../crash-server-process.ts', import.meta.url));

/** A server that stops at the chosen point. */
export interface ServerProcess {
  /**
   * Returns the next matching line of the log, already printed or awaited; each line is returned once. @throws Error if
   * the process ends before
   */
  hears(line: RegExp): Promise<string>;
  /** Resolves once it has stopped itself and can be resumed. */
  stopped(): Promise<void>;
  /** Whether it has stopped itself now. */
  isStopped(): Promise<boolean>;
  isDead(): boolean;
  /** Resolves once it has ended. */
  ended: Promise<unknown>;
  signal(name: NodeJS.Signals): void;
}

/** Resolves once it listens. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program], {
    env: { ...bareEnv, RATE_LIMIT_PER_USER: '0', RATE_LIMIT_PER_ADDRESS: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithUs(child);
  const ended = once(child, 'exit');
  const output: string[] = [];
  const listeners = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.push(line);
    for (const listen of listeners) listen();
  });

  async function hears(wanted: RegExp): Promise<string> {
    for (;;) {
      const at = output.findIndex((line) => wanted.test(line));
      if (at >= 0) return output.splice(at, 1)[0] ?? '';
      if (isDead()) throw new Error(`the server ended before it logged ${wanted}`);
      await new Promise<void>((resolve) => {
        const listen = () => {
          listeners.delete(listen);
          resolve();
        };
        listeners.add(listen);
        void ended.then(listen);
      });
    }
  }
  const isDead = () => child.exitCode !== null || child.signalCode !== null;
  await hears(/^ready/);
  async function stopped(): Promise<void> {
    await hears(/^stopped/);
    // It logs this just before it stops. If it were resumed too early, it would stay stopped.
    while (!(await isStopped())) await sleep(10);
  }
  const isStopped = async () => (await stateOf(child.pid)).startsWith('T');
  return { hears, stopped, isStopped, isDead, ended, signal: (name) => void child.kill(name) };
}

/** The state is `T` if it is stopped. */
async function stateOf(pid: number | undefined): Promise<string> {
  const kept = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (kept !== null) return kept.slice(kept.lastIndexOf(')') + 2);
  return (await promisify(execFile)('ps', ['-o', 'state=', '-p', String(pid)])).stdout.trim();
}
