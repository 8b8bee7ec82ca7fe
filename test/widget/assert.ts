/** The assertions of the browser tests. Their messages contain the actual and the expected value. */
export function assert(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

export function equal<T>(found: T, expected: T, what = 'value'): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`);
}

/** Ends a wait for what never comes. It is no measure of speed: a busy machine may need many seconds for what takes one. */
const givesUpAfterMs = 540_000;
const lookEveryMs = 10;

/** Waits until `read` returns a truthy value. @throws after a minute */
export async function until<T>(read: () => T | null | undefined | false, what: string): Promise<T> {
  for (const end = performance.now() + givesUpAfterMs; performance.now() < end; await after(lookEveryMs)) {
    const value = read();
    if (value) return value;
  }
  throw new Error(`waited ${givesUpAfterMs} ms for ${what}`);
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the page has done what is in its queue. */
export const nextTask = (): Promise<void> => after(0);

/**
 * Resolves when the page has made all timers of at most `ms` that were started before: a timer ends after those that
 * started earlier and are not longer. For what must not happen, which would come from such a timer.
 */
export const timersPassed = (ms: number): Promise<void> => after(ms);

/** Waits until a count has not changed for a while. */
export async function atRest(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count();
    await after(100);
  }
}
