/** What a process under measurement reports of itself, through report-usage.mjs. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** The program to load before the server's own: `node --import`. */
export const reportUsage = new URL('./report-usage.mjs', import.meta.url).href;

export interface Memory {
  /** What the process occupies now and occupied at most, in bytes. */
  rss: number;
  peakRss: number;
  heap: number;
  external: number;
  /** The number of connections and timers. */
  resources: number;
}

export interface Usage {
  memory: Memory;
  /** User and system time since the start, in milliseconds. */
  cpuMs: number;
}

/** What to do before the report: nothing, or collect garbage. */
export type Asked = 'as it is' | 'collected';

/** Asks a process that has an IPC channel. */
export async function usageOf(child: ChildProcess, asked: Asked = 'as it is'): Promise<Usage> {
  const message = once(child, 'message');
  child.send(asked);
  const [usage] = await message;
  return { ...usage, memory: { ...usage.memory, peakRss: peakBytes(child.pid) } };
}

/** The highest memory of the process since its start, on Linux. */
const peakBytes = (pid = 0): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024;
