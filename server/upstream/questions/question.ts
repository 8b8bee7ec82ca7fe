/**
 * What the questions of both health forms have in common: text beside a label is shown, and what the page would leave
 * out stops the form, so that nobody answers a question of which a part is missing (GAP-44, GAP-58).
 */
import type { Assumptions } from '../assumptions/assumptions.ts';
import { isRecord } from '../assumptions/kinds.ts';
import { textsIn } from '../assumptions/search.ts';
import { isSentence, textsUnder, unreadTexts } from '../unread-text.ts';

/** The form of a question; each has entries of its own. */
export type HealthForm = 'prescreen' | 'questionnaire';

const ignoredOf = (form: HealthForm) => `${form}.ignoredKeys` as const;

/**
 * Reads the text beside the label of an item.
 * @param beside the item without the keys that are read otherwise
 * @param read the texts of the item that are shown elsewhere
 * @param path the source of the item, as names of keys only
 * @returns null without any
 * @throws Problem 503 `assumption_unmet` if other text would not be shown
 */
export function helpOf(
  form: HealthForm,
  beside: object,
  read: readonly (string | null)[],
  path: string,
  assumptions: Assumptions,
): string | null {
  const entries = { shown: `${form}.helpKeys`, ignored: ignoredOf(form) } as const;
  const help = textsUnder(beside, entries, assumptions);
  if (unreadTexts(beside, [...read, ...help], assumptions, entries.ignored).some(isWorded))
    assumptions.unmet(entries.shown, path, beside);
  return help.length > 0 ? help.join('\n') : null;
}

/** Codes and names are no text to a person: `cardio`, `Version 2`. */
const isWorded = (words: string): boolean => isSentence(words) || /\s.*[.?!]\s*$/.test(words);

/**
 * Stops at a question or an option that depends on another question or contains others, at any depth. The page asks each
 * question of everybody.
 * @param beside the item without the keys that are read otherwise
 * @param others the ids of the other questions: a value that names one is a condition
 * @throws Problem 503 `assumption_unmet`
 */
export function stopAtUnsupported(
  form: HealthForm,
  beside: object,
  others: readonly string[],
  path: string,
  assumptions: Assumptions,
): void {
  const entry = `${form}.unsupportedKeys` as const;
  const isPassed = (key: string) =>
    assumptions.has(ignoredOf(form), key) || assumptions.has(`${form}.helpKeys`, key);
  const isUnsupported = ([key, value]: [string, unknown]): boolean =>
    !isPassed(key) &&
    !isEmpty(value) &&
    (assumptions.has(entry, key) || entriesIn(value).some(isUnsupported));
  for (const [key, value] of Object.entries(beside)) {
    const isCondition = !isPassed(key) && namesOne(value, others, isPassed);
    if (isCondition || isUnsupported([key, value])) assumptions.unmet(entry, path, { [key]: value });
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The keys and values of an object, or of each object in a list. */
const entriesIn = (value: unknown): [string, unknown][] =>
  Array.isArray(value) ? value.flatMap(entriesIn) : isRecord(value) ? Object.entries(value) : [];

/** Whether a key or a short text within the value has one of the ids as a word. */
function namesOne(value: unknown, ids: readonly string[], isPassed: (key: string) => boolean): boolean {
  const texts = [...textsIn(value, isPassed), ...keysWithin(value, isPassed)];
  return texts.some((text) => !isWorded(text) && text.split(/[^\w-]+/).some((word) => ids.includes(word)));
}

const keysWithin = (value: unknown, isPassed: (key: string) => boolean): string[] =>
  entriesIn(value).flatMap(([key, inner]) => (isPassed(key) ? [] : [key, ...keysWithin(inner, isPassed)]));

/**
 * Finds how the page draws a type of question.
 * @param entry lists pairs of a type and how it is drawn: `select choice`
 * @returns null for a type that is not listed
 */
export function drawnAs<Drawn extends string>(
  entry: 'prescreen.controls' | 'questionnaire.fieldTypes',
  type: string,
  assumptions: Assumptions,
): Drawn | null {
  const pairs =
    entry === 'prescreen.controls'
      ? assumptions.values.prescreen.controls
      : assumptions.values.questionnaire.fieldTypes;
  const pair = pairs.find(
    (each) => each.slice(0, each.lastIndexOf(' ')).toLowerCase() === type.toLowerCase(),
  );
  return pair === undefined ? null : (pair.slice(pair.lastIndexOf(' ') + 1) as Drawn);
}
