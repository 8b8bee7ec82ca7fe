/** The servers under comparison, each a process on loopback. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/core/free-port.ts';
import { endWithUs } from '../support/child-processes.ts';
import { reportUsage, usageOf } from './usage.ts';

const prismVersion = '5.16.0';
/** Later runs reuse it. */
const scratch = join(tmpdir(), `dx-bench-prism-${prismVersion}`);

export interface Running {
  name: string;
  origin: string;
  stop(): Promise<void>;
}

export const startSandboxProcess = (): Promise<Running> =>
  startReady('sandbox', '../../server/sandbox/main.ts', '--port', '0');

/** A server of bare.ts. */
export interface Bare extends Running {
  /** Milliseconds of processor time since it started. */
  cpuMs(): Promise<number>;
}

/** Starts a server of bare.ts. */
export const startBare = (...args: string[]): Promise<Bare> => startReady('bare', './bare.ts', ...args);

/** The server prints its address in the first line. */
async function startReady(name: string, program: string, ...args: string[]): Promise<Bare> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const child = startNode('pipe', ['--import', reportUsage, path, ...args]);
  const [line] = await once(createInterface({ input: child.stdout ?? process.stdin }), 'line');
  return {
    name,
    origin: String(line).replace(/^.* ready /, ''),
    cpuMs: async () => (await usageOf(child)).cpuMs,
    stop: () => stop(child),
  };
}

export async function startPrism(document: unknown): Promise<Running> {
  const cli = join(scratch, 'node_modules/@stoplight/prism-cli/dist/index.js');
  mkdirSync(scratch, { recursive: true });
  if (!existsSync(cli))
    execFileSync(
      'npm',
      ['install', '--prefix', scratch, '--no-audit', '--no-fund', `@stoplight/prism-cli@${prismVersion}`],
      {
        stdio: 'inherit',
        timeout: 300_000,
      },
    );
  const file = join(scratch, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const port = await freePort(0, '127.0.0.1');
  // Silent, because a line for each request would slow it.
  const options = ['mock', file, '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent'];
  const child = startNode('ignore', [cli, ...options]);
  const origin = `http://127.0.0.1:${port}`;
  await answering(origin, child);
  return { name: 'Prism', origin, stop: () => stop(child) };
}

/** Ends with the bench in every case. */
function startNode(stdout: 'pipe' | 'ignore', command: string[]): ChildProcess {
  const child = spawn(process.execPath, command, { stdio: ['ignore', stdout, 'inherit', 'ipc'] });
  endWithUs(child);
  return child;
}

async function answering(origin: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`Prism ended with ${child.exitCode}`);
    if (await fetch(origin).catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Prism did not start');
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}
