/** The assertions of the browser tests. Their messages contain the actual and the expected value. */
export function assert(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

export function equal<T>(found: T, expected: T, what = 'value'): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`);
}

/** Waits until `read` returns a truthy value. @throws after `timeoutMs` milliseconds */
export async function until<T>(
  read: () => T | null | undefined | false,
  what: string,
  timeoutMs = 4_000,
): Promise<T> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await pause(10)) {
    const value = read();
    if (value) return value;
  }
  throw new Error(`waited ${timeoutMs} ms for ${what}`);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * How long the page runs until `holds` is true, in milliseconds. Time in which the machine gives the page no processor
 * does not count: each turn of the page counts for at most twice its timer.
 */
export async function pageTimeUntil(holds: () => boolean, what: string): Promise<number> {
  const timerMs = 5;
  let passedMs = 0;
  for (let at = performance.now(); !holds(); ) {
    await pause(timerMs);
    const now = performance.now();
    passedMs += Math.min(now - at, timerMs * 2);
    at = now;
    if (passedMs > 4_000) throw new Error(`waited for ${what}`);
  }
  return passedMs;
}

/** Waits until a count has not changed for a while. */
export async function atRest(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count();
    await pause(100);
  }
}
