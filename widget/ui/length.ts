/** The limit of a text. No field has a `maxlength`, which would cut a paste without a word. */
import { length } from '../texts/english.ts';

/**
 * Checks the length of a text, without white-space around it.
 * @param label of the field
 * @param longest in characters
 * @returns the error; null if the text fits
 */
export const tooLong = (label: string, text: string, longest: number): string | null =>
  text.trim().length > longest ? length('tooLong', { field: label, count: longest }) : null;

/**
 * Says how many characters are left, or too many.
 * @param longest in characters
 * @returns null while more than 100 are left
 */
export function charactersLeft(text: string, longest: number): string | null {
  const left = longest - text.trim().length;
  if (left > 100) return null;
  return left < 0 ? length('tooMany', { count: -left }) : length('left', { count: left });
}
