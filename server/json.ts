/** @returns the parsed JSON; null for text that is not JSON */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
