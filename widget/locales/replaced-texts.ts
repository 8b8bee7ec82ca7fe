/** The texts that a partner replaces, by area and key. Loaded only if a page replaces texts. */
import { messageNames } from '../package/message-names.ts';

// It imports no code that elements have loaded: shared code would split the files of every element.

/** The most letters by which a suggestion differs. */
const furthest = 3;

const warned = new Set<string>();

type Area = keyof typeof messageNames;

/**
 * @param texts by `area.key`
 * @returns the texts by area and key; a name that the catalogue does not have has a warning on the console, once
 */
export function replacedTexts<T>(
  texts: Readonly<Record<string, T | undefined>>,
): Record<string, Record<string, T>> {
  const found: Record<string, Record<string, T>> = {};
  for (const [name, text] of Object.entries(texts)) {
    const [area = '', key = ''] = name.split('.');
    const keys: readonly string[] = Object.hasOwn(messageNames, area) ? messageNames[area as Area] : [];
    const isKnown = keys.includes(key) && name === `${area}.${key}`;
    if (!isKnown) warnOfUnknownName(name);
    if (!isKnown || text === undefined) continue;
    // A built file has numbers in place of most keys: `build/messages.ts`.
    found[area] = { ...found[area], [key]: text, [keys.indexOf(key)]: text };
  }
  return found;
}

function warnOfUnknownName(name: string): void {
  if (warned.has(name)) return;
  warned.add(name);
  const known = Object.entries(messageNames).flatMap(([area, keys]) => keys.map((key) => `${area}.${key}`));
  const distances = known.map((other) => distance(name, other));
  const least = Math.min(...distances);
  const help =
    least <= furthest
      ? `Did you mean "${known[distances.indexOf(least)]}"?`
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
