/**
 * The consent bundle as the page shows it: the decisions and the sections, verbatim and in order (CONS-06..CONS-13;
 * GAP-17..GAP-19). If a required one cannot be read in full, the step stops, so that no customer signs an incomplete
 * text.
 */
import type { ConsentShows } from '../../contract/journey-api/views.ts';
import { type ConsentBundle, decisionIds } from '../../contract/upstream-api/consent.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { type Item, items, oneOf, paragraphs, text } from '../assumptions/kinds.ts';
import type { AssumptionName } from '../assumptions/schema.ts';
import { textsIn } from '../assumptions/search.ts';

/** The text of a consent bundle as the page shows it. */
export type ConsentCopy = Pick<ConsentShows, 'decisions' | 'sections'>;
type Decision = ConsentCopy['decisions'][number];
type Section = ConsentCopy['sections'][number];

const decisionsPath = 'consent_bundle.template.content.decisions';
const contentPath = 'consent_bundle.template.content';

/**
 * Reads the bundle.
 * @throws Problem 503 `assumption_unmet` if a decision or a required section cannot be found and read in full
 */
export function consentCopy(bundle: ConsentBundle, assumptions: Assumptions): ConsentCopy {
  return { decisions: decisionsOf(bundle, assumptions), sections: sectionsOf(bundle, assumptions) };
}

function decisionsOf(bundle: ConsentBundle, assumptions: Assumptions): Decision[] {
  const { required_decision_ids: required } = bundle;
  const { decisions: given } = bundle.template.content;
  const ids = decisionIdsOf(given, required, assumptions);
  const decisions = given.map((item, place): Decision => {
    const id = ids[place] ?? '';
    const label = assumptions.need('consent.decisionKeys.label', text, item, decisionsPath);
    const detail = assumptions.need('consent.decisionKeys.detail', paragraphs, item, decisionsPath);
    const link = assumptions.find('consent.decisionKeys.link', text, item, decisionsPath);
    const optional = { value: link, entry: 'consent.decisionKeys.link' } as const;
    stopAtUnread(assumptions, item, { read: [label, detail], optional, path: decisionsPath });
    // The arbitration text is plain text; its format is ignored (CONS-12, T55).
    const format = id === 'arbitration' ? 'text' : formatOf(item, detail, assumptions);
    return { id, label, link, format, detail };
  });
  if (decisions.length === 0 || !isEachOnce(ids, required))
    assumptions.unmet('consent.decisionKeys.id', decisionsPath, given);
  return decisions;
}

/** An unknown format counts as text (GAP-18), unless the customer would then see HTML tags. */
function formatOf(item: object, detail: string, assumptions: Assumptions): Decision['format'] {
  const format = assumptions.find('consent.decisionKeys.format', text, item, decisionsPath);
  if (format !== null && assumptions.has('consent.htmlFormats', format)) return 'html';
  const isMarked = /<\/[a-z][a-z0-9]*>/i.test(detail);
  if (isMarked && format === null) assumptions.unmet('consent.decisionKeys.format', decisionsPath, item);
  if (isMarked && format !== null && !/^(text|plain|text\/plain)$/i.test(format))
    assumptions.unmet('consent.htmlFormats', decisionsPath, item);
  return 'text';
}

/**
 * The id in each item. If no item has an id and both lists have four entries, the item's place among the required ids
 * (GAP-18).
 */
function decisionIdsOf(
  given: readonly object[],
  required: readonly string[],
  assumptions: Assumptions,
): string[] {
  const entry = 'consent.decisionKeys.id';
  const named = given.map((item) => assumptions.find(entry, oneOf(required), item, decisionsPath));
  const others = given.map((item) => assumptions.find(entry, text, item, decisionsPath));
  const byPlace = given.length === decisionIds.length && required.length === given.length;
  // An id under an unknown key that contradicts the place is more reliable than the place.
  const isDenied = given.some((item, place) =>
    textsIn(item, () => false).some((words) => words !== required[place] && required.includes(words)),
  );
  if (byPlace && others.every((id) => id === null) && !isDenied) return [...required];
  return named.map((id, place) => id ?? others[place] ?? assumptions.need(entry, text, {}, decisionsPath));
}

function sectionsOf(bundle: ConsentBundle, assumptions: Assumptions): Section[] {
  const { required_section_ids: required } = bundle;
  const { content } = bundle.template;
  const entry = 'consent.sectionKeys.list';
  const given =
    required.length > 0
      ? assumptions.need(entry, items, content, contentPath)
      : (assumptions.find(entry, items, content, contentPath) ?? []);
  const sections = given.flatMap((item) => sectionOf(item, required, assumptions) ?? []);
  const ids = sections.map(({ id }) => id);
  if (!isEachOnce(ids, required))
    assumptions.unmet('consent.sectionKeys.id', `${contentPath}.sections`, given);
  return sections;
}

/** Reads a section; null if the item is not required or has no id and text. */
function sectionOf(
  { key, value }: Item,
  required: readonly string[],
  assumptions: Assumptions,
): Section | null {
  const path = `${contentPath}.sections`;
  if (typeof value === 'string') return key === null ? null : { id: key, title: null, body: value };
  const isKnown = key !== null && required.includes(key);
  const id = isKnown
    ? key
    : (assumptions.find('consent.sectionKeys.id', oneOf(required), value, path) ??
      assumptions.find('consent.sectionKeys.id', text, value, path) ??
      key);
  if (id === null) return null;
  const isRequired = required.includes(id);
  const body = isRequired
    ? assumptions.need('consent.sectionKeys.body', paragraphs, value, path)
    : assumptions.find('consent.sectionKeys.body', paragraphs, value, path);
  if (body === null) return null;
  const title = assumptions.find('consent.sectionKeys.title', text, value, path);
  const optional = { value: title, entry: 'consent.sectionKeys.title' } as const;
  if (isRequired) stopAtUnread(assumptions, value, { read: [id, body], optional, path });
  return { id, title, body };
}

/** Whether every required id is present, and no id twice on either side. */
function isEachOnce(ids: readonly string[], required: readonly string[]): boolean {
  const found = new Set(ids);
  return (
    found.size === ids.length &&
    new Set(required).size === required.length &&
    required.every((id) => found.has(id))
  );
}

/**
 * Throws if an item has text that would not be shown, because a label may have been read from the wrong key. Short
 * texts count only if an optional value was not found; sentences always count.
 */
function stopAtUnread(
  assumptions: Assumptions,
  item: unknown,
  found: {
    read: readonly string[];
    optional: { value: string | null; entry: AssumptionName };
    path: string;
  },
): void {
  const { read, optional, path } = found;
  const shown = optional.value === null ? read : [...read, optional.value];
  const left = textsIn(item, (key) => assumptions.has('consent.ignoredKeys', key)).filter(
    (words) => !shown.some((text) => text.includes(words)),
  );
  if (optional.value === null && left.some((words) => /^\s*\p{Lu}/u.test(words)))
    assumptions.unmet(optional.entry, path, item);
  else if (left.some(isSentence)) assumptions.unmet('consent.ignoredKeys', path, item);
}

const isSentence = (words: string): boolean => words.trim().split(/\s+/).length >= 4;
