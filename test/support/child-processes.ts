/** Child processes that end with this one, in every case. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { bareEnv } from './bare-env.ts';
import { eventually } from './eventually.ts';

const alive = new Map<ChildProcess, () => void>();
process.once('exit', () => {
  for (const kill of alive.values()) kill();
});

/** Kills the process when this one exits. */
export function endWithUs(child: ChildProcess, kill: () => void = () => void child.kill('SIGKILL')): void {
  alive.set(child, kill);
  child.once('exit', () => alive.delete(child));
}

/** A program that runs. */
export interface StartedProcess {
  child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  isDead(): boolean;
  /** Resolves when it has ended and its output is read, with its exit code: null if a signal ended it. */
  ended: Promise<number | null>;
  /** Sends a signal if it runs, and resolves with `ended`. @default SIGTERM */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Resolves when `holds` returns true. @throws Error with its output if it ends before */
  until(holds: () => boolean | Promise<boolean>): Promise<void>;
}

/**
 * Starts a program with `bareEnv`. It ends with this process.
 * @param options.leadsGroup whether a signal reaches its own children too. @default false
 * @param options.hasChannel whether it gets messages. @default false
 * @param options.stderr whether its errors go to those of this process, or to `output`. @default pipe
 */
export function startProcess(
  command: string,
  args: string[],
  options: {
    env?: NodeJS.ProcessEnv;
    cwd?: string;
    leadsGroup?: boolean;
    hasChannel?: boolean;
    stderr?: 'pipe' | 'inherit';
  } = {},
): StartedProcess {
  const { env, cwd, leadsGroup = false, hasChannel = false, stderr = 'pipe' } = options;
  const child = spawn(command, args, {
    env: { ...bareEnv, ...env },
    ...(cwd !== undefined && { cwd }),
    detached: leadsGroup,
    stdio: ['ignore', 'pipe', stderr, ...(hasChannel ? ['ipc' as const] : [])],
  });
  const send = (signal: NodeJS.Signals) => {
    if (leadsGroup) process.kill(-Number(child.pid), signal);
    else child.kill(signal);
  };
  endWithUs(child, () => send('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += String(part)));
  const ended = once(child, 'close').then(() => child.exitCode);
  const isDead = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    output: () => output,
    isDead,
    ended,
    stop(signal = 'SIGTERM') {
      if (!isDead()) send(signal);
      return ended;
    },
    until: (holds) =>
      eventually(
        async () => {
          if (await holds()) return true;
          if (isDead()) throw new Error(`${command} ended:\n${output}`);
          return false;
        },
        () => output,
      ),
  };
}

/** Starts a program of this repository, whose errors are shown. */
export const startServerProcess = (
  args: string[],
  env: NodeJS.ProcessEnv,
  hasChannel = false,
): StartedProcess => startProcess(process.execPath, args, { env, hasChannel, stderr: 'inherit' });
