/** The highest memory of this process since its start, in bytes. */
import { readFileSync } from 'node:fs';

/** On Linux, `getrusage` reports the parent's maximum if it is higher; the file of the process does not. */
export function peakBytes(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
