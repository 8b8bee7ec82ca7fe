/** The most memory that this process ever occupied, in bytes. */
import { readFileSync } from 'node:fs';

/** Linux tells `getrusage` the most of the parent too, where that was more; its own file of the process does not. */
export function peakBytes(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
