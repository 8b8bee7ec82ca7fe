/**
 * `URL.parse` for browsers that lack it (Safari before 18, Chrome and Firefox before 126). Null when `text` is not an
 * address.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
