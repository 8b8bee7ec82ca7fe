/** The few assertions that the browser tests use, with what was found and what was expected in the message. */
export function assert(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

export function equal<T>(found: T, expected: T, what = 'value'): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`);
}

/** Waits until something holds, in bounded time. */
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
