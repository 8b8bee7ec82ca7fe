/** Processor time of a process and of all that it started, on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** The clock ticks of Linux on every platform that Node supports. */
const ticksPerSecond = 100;

interface Process {
  pid: number;
  parent: number;
  /** Of its own, and of its children that have ended. */
  ticks: number;
}

/** Null for a process that has ended meanwhile. */
function readProcess(pid: number): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before it can contain spaces and parentheses.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { pid, parent: fields[1] ?? 0, ticks };
  } catch {
    return null;
  }
}

/** @returns milliseconds since the process started, of it and of its descendants */
export function familyCpuMs(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const ticksOf = (process: Process): number =>
    all
      .filter(({ parent }) => parent === process.pid)
      .reduce((sum, child) => sum + ticksOf(child), process.ticks);
  const first = all.find((process) => process.pid === pid);
  return first ? (ticksOf(first) * 1_000) / ticksPerSecond : 0;
}
