/** The texts that a partner replaces. Loaded only if a page replaces texts. */
import { messageNames } from './message-names.ts';

// It imports no code that elements have loaded: shared code would split the files of every element.

/** The most letters by which a suggestion differs. */
const furthest = 3;

const warned = new Set<string>();

/** @returns the texts by name; a name that no message has gets a warning on the console, once */
export function replacedTexts(
  texts: Readonly<Record<string, string | object | undefined>>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts))
    if (!messageNames.includes(name)) warnOfUnknownName(name);
    else if (text !== undefined) found[name] = typeof text === 'string' ? text : pluralText(text);
  return found;
}

/** @returns the forms as one text in ICU MessageFormat */
const pluralText = (forms: object): string =>
  `{count, plural, ${Object.entries(forms)
    .map(([category, form]) => `${category} {${form}}`)
    .join(' ')}}`;

function warnOfUnknownName(name: string): void {
  if (warned.has(name)) return;
  warned.add(name);
  const distances = messageNames.map((other) => distance(name, other));
  const least = Math.min(...distances);
  const help =
    least <= furthest
      ? `Did you mean "${messageNames[distances.indexOf(least)]}"?`
      : 'The type MessageName of @dx-booking/widget/booking lists all names.';
  console.warn(`messages: there is no text "${name}". ${help}`);
}

/**
 * @returns how many letters must be added, removed or replaced (Levenshtein). The widget has no dependencies, so no
 *   library does it.
 */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const [above = 0, diagonal = 0, left = 0] = [row[column], row[column - 1], next[column - 1]];
      next.push(Math.min(above + 1, left + 1, diagonal + (from[line - 1] === to[column - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
