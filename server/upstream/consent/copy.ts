/**
 * The consent bundle as the page shows it: the decisions, the sections and the text around them, verbatim and in order
 * (CONS-06..CONS-13; GAP-17..GAP-19). If a part of the content would not be shown, the step stops, so that no customer
 * signs an incomplete text.
 */
import type { ConsentText } from '../../contract/journey-api/signed-consents.ts';
import { decisionIds } from '../../contract/upstream-api/consent.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { type Item, items, oneOf, paragraphs, text } from '../assumptions/kinds.ts';
import type { AssumptionName, ListEntry } from '../assumptions/schema.ts';
import { textsIn } from '../assumptions/search.ts';
import { isSentence, textsUnder, unreadTexts } from '../unread-text.ts';
import type { ConsentBundle } from './responses.ts';

type Decision = ConsentText['decisions'][number];
type Section = ConsentText['sections'][number];

const decisionsPath = 'consent_bundle.template.content.decisions';
const contentPath = 'consent_bundle.template.content';
const ignored = 'consent.ignoredKeys';

/**
 * Reads the bundle.
 * @throws Problem 503 `assumption_unmet` if a decision or a required section cannot be found, or if a part of the
 *   content would not be shown
 */
export function consentCopy(bundle: ConsentBundle, assumptions: Assumptions): ConsentText {
  const decisions = decisionsOf(bundle, assumptions);
  const { given, sections } = sectionsOf(bundle, assumptions);
  const { decisions: _, ...beside } = bundle.template.content;
  const items = new Set(given.map(({ value }) => value));
  const bodies = sections.map(({ body }) => body);
  const around = (entry: ListEntry) =>
    textsUnder(beside, { shown: entry, ignored }, assumptions, items).filter(
      (words) => !bodies.includes(words),
    );
  const lead = around('consent.leadKeys');
  const tail = around('consent.tailKeys');
  const shown = [...lead, ...tail, ...sections.flatMap(({ id, title, body }) => [id, title, body])];
  if (unreadTexts(beside, shown, assumptions, ignored).some(isSentence))
    assumptions.unmet('consent.leadKeys', contentPath, beside);
  return { lead, decisions, sections, tail };
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

function sectionsOf(
  bundle: ConsentBundle,
  assumptions: Assumptions,
): { given: readonly Item[]; sections: Section[] } {
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
  return { given, sections };
}

/** Reads a section; null if the item has no text for the customer. */
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
  const isRequired = id !== null && required.includes(id);
  const body = isRequired
    ? assumptions.need('consent.sectionKeys.body', paragraphs, value, path)
    : assumptions.find('consent.sectionKeys.body', paragraphs, value, path);
  const title = assumptions.find('consent.sectionKeys.title', text, value, path);
  if (id === null || body === null) {
    const entry = id === null ? 'consent.sectionKeys.id' : 'consent.sectionKeys.body';
    if (unreadTexts(value, [id, title], assumptions, ignored).some(isSentence))
      assumptions.unmet(entry, path, value);
    return null;
  }
  const optional = { value: title, entry: 'consent.sectionKeys.title' } as const;
  stopAtUnread(assumptions, value, { read: [id, body], optional, path });
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
 * Throws if an item has text that would not be shown. Short texts count only if an optional value was not found;
 * sentences always count.
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
  const left = unreadTexts(item, [...read, optional.value], assumptions, ignored);
  if (optional.value === null && left.some((words) => /^\s*\p{Lu}/u.test(words)))
    assumptions.unmet(optional.entry, path, item);
  else if (left.some(isSentence)) assumptions.unmet(ignored, path, item);
}
