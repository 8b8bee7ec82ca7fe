/** The highest memory of this process since its start, in bytes. */
import { readFileSync } from 'node:fs';

/**
 * Reads the highest memory of this process since its start, in bytes. On Linux it reads the process's own file, because
 * `getrusage` reports the parent's maximum if that is higher.
 */
export function peakBytes(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
