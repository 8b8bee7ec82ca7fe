/** What was worked out for the last so many texts, so that a customer's every call does not do it again. */

/** Remembers what `make` resolves to, never that it threw. Beyond `limit` the least recently used is forgotten. */
export function remembered<T>(
  make: (text: string) => Promise<T>,
  limit = 10_000,
): (text: string) => Promise<T> {
  const known = new Map<string, T>();
  return async (text) => {
    const found = known.get(text);
    const value = found ?? (await make(text));
    // A Map keeps the order of insertion: put back, it stands last.
    known.delete(text);
    known.set(text, value);
    // Not looked for in vain: the first comes after all that was taken out before it.
    if (known.size > limit) {
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    }
    return value;
  };
}
