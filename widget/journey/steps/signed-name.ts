/** Compares a signature with the name that the customer gave. */

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/**
 * Tells whether a signature has all words of a given name. Case, accents, order, further words and the punctuation
 * between words make no difference.
 */
export function isSameName(signed: string, given: string): boolean {
  const written = wordsOf(signed);
  return wordsOf(given).every((word) => written.includes(word));
}
