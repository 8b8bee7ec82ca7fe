/** Parses JSON. @returns the parsed value; null for text that is not JSON */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
