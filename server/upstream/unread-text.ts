/**
 * Finds text of the service that nobody would see. A label can be read from the wrong key, and a warning can stand
 * under a key that nobody knows, so a person must not rely on a text of which a part is missing.
 */
import type { Assumptions } from './assumptions/assumptions.ts';
import { isRecord } from './assumptions/kinds.ts';
import type { ListEntry } from './assumptions/schema.ts';
import { textsIn } from './assumptions/search.ts';

/** Whether a text has four words or more. */
export const isSentence = (words: string): boolean => words.trim().split(/\s+/).length >= 4;

/**
 * Lists the texts in the sample that are not in one of the texts in `read`.
 * @param ignored the entry of the keys whose text is not for the customer
 */
export function unreadTexts(
  sample: unknown,
  read: readonly (string | null)[],
  assumptions: Assumptions,
  ignored: ListEntry,
): string[] {
  return textsIn(sample, (key) => assumptions.has(ignored, key)).filter(
    (words) => !read.some((text) => text?.includes(words)),
  );
}

/**
 * Lists the texts under the keys of an entry, at any depth and in their order.
 * @param entries `shown` lists the keys of text, `ignored` those whose text is not for the customer
 * @param skipped values to leave out. @default none
 */
export function textsUnder(
  node: unknown,
  entries: { shown: ListEntry; ignored: ListEntry },
  assumptions: Assumptions,
  skipped: ReadonlySet<unknown> = new Set(),
): string[] {
  if (skipped.has(node)) return [];
  if (Array.isArray(node)) return node.flatMap((item) => textsUnder(item, entries, assumptions, skipped));
  if (!isRecord(node)) return [];
  const isIgnored = (key: string) => assumptions.has(entries.ignored, key);
  return Object.entries(node).flatMap(([key, value]) => {
    if (isIgnored(key) || skipped.has(value)) return [];
    if (!assumptions.has(entries.shown, key)) return textsUnder(value, entries, assumptions, skipped);
    return textsIn(value, isIgnored).filter((words) => /\S/.test(words));
  });
}
