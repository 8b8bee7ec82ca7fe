/** Runs one process of the development stack: starts it, waits until it is ready, stops it and reports an unexpected exit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;
const readyWithinMs = 300_000;
const stopWithinMs = 5_000;
const pollEveryMs = 40;

export interface ServicePlan {
  name: string;
  /** The arguments of Node: a file and its own. */
  command: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Responds with any status once the process accepts requests. */
  readyUrl: string;
}

/** The end of a process that was not stopped. */
export interface ServiceExit {
  name: string;
  /** The exit code, the signal or the error. */
  reason: string;
  /** The end of the log. */
  lastLines: string;
}

/** A Node process with a log file, from `start` to `stop`. */
export class Service {
  readonly plan: ServicePlan;
  /** Called when the process exits although `stop` was not called. */
  onUnexpectedExit: (exit: ServiceExit) => void = () => {};
  #child: ChildProcess | undefined;
  #exit: Promise<string> = Promise.resolve('not started');
  #stopping = false;

  constructor(plan: ServicePlan) {
    this.plan = plan;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Resolves when the process accepts requests.
   * @throws Error with the end of the log if it exits first, or is not ready within five minutes
   */
  async start(): Promise<void> {
    const log = openSync(this.plan.logFile, 'a');
    const child = spawn(process.execPath, ['--import', endWithParent, ...this.plan.command], {
      env: this.plan.env,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.#child = child;
    this.#stopping = false;
    let running = true;
    this.#exit = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    });
    this.#exit.then(async (reason) => {
      running = false;
      if (!this.#stopping && this.#child === child) this.onUnexpectedExit(await this.#exitOf(reason));
    });
    const deadline = Date.now() + readyWithinMs;
    while (!(await isReady(this.plan.readyUrl))) {
      if (!running) throw new Error(describeExit(await this.#exitOf(await this.#exit)));
      if (Date.now() > deadline) throw new Error(describeExit(await this.#exitOf('no response on its port')));
      await delay(pollEveryMs);
    }
    // Another process may have taken the port and responded in its place.
    if (!running) throw new Error(describeExit(await this.#exitOf(await this.#exit)));
  }

  /** Sends the signal, and SIGKILL if the process has not exited after 5 s. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    await this.#exit;
    clearTimeout(killTimer);
  }

  async restart(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.stop(signal);
    await this.start();
  }

  async #exitOf(reason: string): Promise<ServiceExit> {
    const log = await readFile(this.plan.logFile, 'utf8').catch(() => '');
    return {
      name: this.plan.name,
      reason,
      lastLines: log.trimEnd().split('\n').slice(-12).join('\n'),
    };
  }
}

/** Formats an exit for a terminal. */
export function describeExit({ name, reason, lastLines }: ServiceExit): string {
  return `${name} exited (${reason})${lastLines ? `:\n${lastLines}` : ''}`;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
