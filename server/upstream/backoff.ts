/** How long to wait before the next try: what the service asked for, else exponential with full jitter and a cap (ERR-29, ERR-35). */

export interface BackoffSettings {
  baseMs: number;
  capMs: number;
}

/**
 * @param tries how many there were already, from 1
 * @param askedMs what `Retry-After` asked for; a little jitter comes on top, so that those who were sent away together
 *   do not come back together
 */
export function backoffMs(
  tries: number,
  askedMs: number | null,
  { baseMs, capMs }: BackoffSettings,
  random: () => number,
): number {
  if (askedMs !== null && askedMs > 0) return Math.ceil(askedMs + random() * Math.min(baseMs, askedMs));
  return Math.ceil(random() * Math.min(capMs, baseMs * 2 ** (tries - 1)));
}
