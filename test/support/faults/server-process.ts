/** The partner's server as a child process that dies or stops at a chosen point of a chosen write. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServerProcess } from '../child-processes.ts';

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
  const settings = { RATE_LIMIT_PER_USER: '0', RATE_LIMIT_PER_ADDRESS: '0', ...env };
  const { child, isDead, ended, until } = startServerProcess([program], settings);
  const lines: string[] = [];
  createInterface({ input: child.stdout as Readable }).on('line', (line) => lines.push(line));

  async function hears(wanted: RegExp): Promise<string> {
    let at = -1;
    await until(() => {
      at = lines.findIndex((line) => wanted.test(line));
      return at >= 0;
    });
    return lines.splice(at, 1)[0] ?? '';
  }
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
