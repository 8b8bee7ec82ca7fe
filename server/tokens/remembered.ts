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
    for (const oldest of known.keys()) {
      if (known.size <= limit) break;
      known.delete(oldest);
    }
    return value;
  };
}
