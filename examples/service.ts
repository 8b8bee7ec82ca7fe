/** One process of the development stack: started, watched until it answers, stopped, and started again at will. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;
const readyWithinMs = 30_000;
const stopWithinMs = 5_000;
const pollEveryMs = 40;

export interface ServicePlan {
  name: string;
  /** What Node runs: a file and its arguments. */
  command: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Answers with any status once the process takes requests. */
  readyUrl: string;
}

export interface Death {
  name: string;
  reason: string;
  /** The end of its log. */
  lastLines: string;
}

export class Service {
  readonly plan: ServicePlan;
  /** Told when the process ends without having been asked to. */
  onDeath: (death: Death) => void = () => {};
  #child: ChildProcess | undefined;
  #exit: Promise<string> = Promise.resolve('not started');
  #asked = false;

  constructor(plan: ServicePlan) {
    this.plan = plan;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when the process takes requests; rejects with the end of its log when it never does. */
  async start(): Promise<void> {
    const log = openSync(this.plan.logFile, 'a');
    const child = spawn(process.execPath, ['--import', endWithParent, ...this.plan.command], {
      env: this.plan.env,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.#child = child;
    this.#asked = false;
    let running = true;
    this.#exit = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    });
    this.#exit.then(async (reason) => {
      running = false;
      if (!this.#asked && this.#child === child) this.onDeath(await this.#death(reason));
    });
    const deadline = Date.now() + readyWithinMs;
    while (!(await answers(this.plan.readyUrl))) {
      if (!running) throw new Error(tell(await this.#death(await this.#exit)));
      if (Date.now() > deadline) throw new Error(tell(await this.#death('no answer on its port')));
      await delay(pollEveryMs);
    }
  }

  /** Ends the process: asked politely first, unless another signal is named. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#asked = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const patience = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    await this.#exit;
    clearTimeout(patience);
  }

  async restart(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.stop(signal);
    await this.start();
  }

  async #death(reason: string): Promise<Death> {
    const log = await readFile(this.plan.logFile, 'utf8').catch(() => '');
    return {
      name: this.plan.name,
      reason,
      lastLines: log.trimEnd().split('\n').slice(-12).join('\n'),
    };
  }
}

export function tell({ name, reason, lastLines }: Death): string {
  return `${name} ended (${reason})${lastLines ? `:\n${lastLines}` : ''}`;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
