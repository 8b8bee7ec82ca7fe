/** Compares a signature with the name that the customer gave. */

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/**
 * Tells whether a signature is of a given name. Case, accents, punctuation, order and further names make no
 * difference.
 */
export function isSameName(signed: string, given: string): boolean {
  const written = wordsOf(signed);
  return wordsOf(given).every((word) => written.includes(word));
}
