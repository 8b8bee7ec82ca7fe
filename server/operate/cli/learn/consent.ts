/**
 * Checks whether the server can show all text of a consent bundle, with link texts and markup (CONS-06..CONS-13,
 * GAP-17..GAP-19).
 */
import type { Assumptions } from '../../../upstream/assumptions/assumptions.ts';
import { text } from '../../../upstream/assumptions/kinds.ts';
import type { AssumptionName, AssumptionValues } from '../../../upstream/assumptions/schema.ts';
import { textsIn } from '../../../upstream/assumptions/search.ts';
import { consentCopy } from '../../../upstream/consent/copy.ts';
import type { ConsentBundle } from '../../../upstream/consent/responses.ts';
import { type Guess, type Guesses, onlyOne, sure, unsure, withValues } from './guess/guess.ts';
import { textsOf } from './guess/leaves.ts';
import type { Learning } from './learning.ts';

const path = 'consent_bundle.template.content.decisions';
const isPlain = (format: string) => /^(text|plain|text\/plain)$/i.test(format);

/** Compares the text of a test type's bundle with the assumptions, and records the result and its guesses in `learning`. */
export function compareConsent(learning: Learning, testType: string, bundle: ConsentBundle): void {
  const guesses = () => guessConsent(bundle, learning.values());
  learning.compare(
    `the text of the consent for ${testType}`,
    (assumptions) => readStrictly(bundle, assumptions, guesses()),
    guesses(),
  );
}

/**
 * Reads the bundle as the server does. Also requires parts that the server treats as optional if the bundle seems to
 * have them.
 */
function readStrictly(bundle: ConsentBundle, assumptions: Assumptions, guesses: Guesses): void {
  const { decisions } = consentCopy(bundle, assumptions);
  const given = bundle.template.content.decisions;
  const isLikely = (entry: AssumptionName) => (guesses[entry]?.().names.length ?? 0) > 0;
  if (decisions.every(({ link }) => link === null) && isLikely('consent.decisionKeys.link'))
    assumptions.unmet('consent.decisionKeys.link', path, given);
  // Without ids the server relies on the order of the items, so ids are better.
  const isNamed = (item: object) => assumptions.look('consent.decisionKeys.id', text, item).state === 'found';
  if (!given.some(isNamed) && isLikely('consent.decisionKeys.id'))
    assumptions.unmet('consent.decisionKeys.id', path, given);
  for (const [place, item] of given.entries()) {
    const found = assumptions.look('consent.decisionKeys.format', text, item);
    const format = found.state === 'found' ? found.value : null;
    const isMarkup = looksLikeHtml(decisions[place]?.detail ?? '');
    if (format === null && isMarkup) assumptions.unmet('consent.decisionKeys.format', path, item);
    if (format !== null && !isPlain(format) && !assumptions.has('consent.htmlFormats', format))
      assumptions.unmet('consent.htmlFormats', path, item);
  }
}

const longTextCharacters = 200;
const words = (text: string) => text.trim().split(/\s+/).length;
/** One word, such as `html`, `text/plain` or `rich_text`. */
const isFormat = (text: string) => /^[a-z][a-z0-9/_+.-]{1,30}$/i.test(text);
/**
 * Whether a text contains common HTML tags.
 */
const looksLikeHtml = (text: string): boolean =>
  /<\/?(p|div|h[1-6]|ul|ol|li|br|strong|em|b|i|a|table)\b[^>]*>/i.test(text);
const sameSet = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && new Set([...some, ...others]).size === new Set(some).size;

/**
 * Guesses which keys of a consent bundle hold the texts that the specification does not name (GAP-17..GAP-19). The
 * texts are legal, so a guess is certain only if there is one candidate.
 * @param values the current values. Names of `ignoredKeys` are no candidates, and the names of label and link are none
 *   for each other
 * @returns a guess for each entry of `consent` that depends on the bundle; the one for `ignoredKeys` is never sure
 */
function guessConsent(bundle: ConsentBundle, { consent }: AssumptionValues): Guesses {
  const { content } = bundle.template;
  const decisions = withValues(
    guessDecisions(content.decisions, bundle.required_decision_ids, consent),
    textsOf(content.decisions),
  );
  return { ...decisions, ...guessSections(content, bundle.required_section_ids, consent.ignoredKeys) };
}

function guessDecisions(
  items: readonly Record<string, unknown>[],
  required: readonly string[],
  { ignoredKeys, decisionKeys }: AssumptionValues['consent'],
): Guesses {
  const texts = textsOf(items);
  for (const name of ignoredKeys) texts.delete(name);
  const names = [...texts.keys()];
  const valuesOf = (name: string) => texts.get(name) ?? [];
  const ids = names.filter((name) => sameSet(valuesOf(name), required));
  const details = names.filter(
    (name) => isLongest(texts, name) && valuesOf(name).every((text) => text.length >= longTextCharacters),
  );
  const formats = names.filter(
    (name) =>
      !ids.includes(name) && valuesOf(name).every(isFormat) && new Set(valuesOf(name)).size < items.length,
  );
  const rest = names.filter((name) => ![...ids, ...details, ...formats].includes(name));
  const known = {
    label: decisionKeys.label.find((name) => rest.includes(name)),
    link: decisionKeys.link.find((name) => rest.includes(name)),
  };
  const [label, link] = labelAndLink(rest, known, valuesOf);
  return {
    'consent.decisionKeys.id': () => (ids.length > 0 ? sure(ids[0] ?? '') : unsure([])),
    'consent.decisionKeys.detail': () =>
      details.length === 1
        ? onlyOne(details)
        : unsure(names.filter((name) => valuesOf(name).some((text) => words(text) >= 4))),
    'consent.decisionKeys.format': () => onlyOne(formats),
    'consent.decisionKeys.label': () => label,
    'consent.decisionKeys.link': () => link,
    'consent.htmlFormats': () =>
      guessHtmlFormats(
        formats.length === 1 ? valuesOf(formats[0] ?? '') : [],
        details.length === 1 ? valuesOf(details[0] ?? '') : [],
      ),
    'consent.ignoredKeys': () =>
      unsure(
        rest.filter((name) => name !== known.label && name !== known.link),
        unreadHint,
      ),
  };
}

/** Whether the text under this name is at least twice as long as every other text, in every item. */
const isLongest = (texts: Map<string, string[]>, name: string): boolean =>
  (texts.get(name) ?? []).every((text, at) =>
    [...texts].every(([other, values]) => other === name || text.length > 2 * (values[at]?.length ?? 0)),
  );

/**
 * The label is a sentence, and the link has a few words. Their length distinguishes them if there is one candidate for
 * each; otherwise a person has to choose.
 *
 * @param known the names that are already in use
 */
function labelAndLink(
  names: string[],
  known: { label?: string | undefined; link?: string | undefined },
  valuesOf: (name: string) => string[],
): [label: Guess, link: Guess] {
  const isLonger = (some: string, other: string) =>
    valuesOf(some).every(
      (text, at) => words(text) >= 6 && text.length >= 2 * (valuesOf(other)[at]?.length ?? 0),
    );
  const unknown = names.filter((name) => name !== known.label && name !== known.link);
  const [first = '', second = ''] = unknown;
  const unclear: [Guess, Guess] = [unsure(unknown, unreadHint), unsure(unknown, unreadHint)];
  if (unknown.length === 1) {
    const isLabel = valuesOf(first).every((text) => words(text) >= 4);
    const isLink = known.label !== undefined && isLonger(known.label, first);
    return [isLabel && !known.label ? sure(first) : unclear[0], isLink ? sure(first) : unclear[1]];
  }
  if (unknown.length !== 2 || known.label || known.link) return unclear;
  if (isLonger(first, second)) return [sure(first), sure(second)];
  return isLonger(second, first) ? [sure(second), sure(first)] : unclear;
}

const unreadHint =
  'Add each to the entry that shows it, or to consent.ignoredKeys if customers should not see its text.';

/** A format is HTML if all of its texts have markup, and plain if none has; otherwise a person has to choose. */
function guessHtmlFormats(formats: readonly string[], texts: readonly string[]): Guess {
  const words = [...new Set(formats)];
  const all = words.filter((word) =>
    formats.every((format, at) => format !== word || looksLikeHtml(texts[at] ?? '')),
  );
  const some = words.filter((word) =>
    formats.some((format, at) => format === word && looksLikeHtml(texts[at] ?? '')),
  );
  if (all.length === some.length && all.length > 0) return sure(...all);
  return unsure(words, 'Add only HTML formats; texts of any other format are shown unchanged.');
}

function guessSections(
  content: Record<string, unknown>,
  required: readonly string[],
  ignored: readonly string[],
): Guesses {
  const { decisions: _, ...beside } = content;
  const lists = sectionLists(beside, required);
  const [list] = lists;
  const texts = textsOf(list?.items ?? []);
  for (const name of ignored) texts.delete(name);
  const names = [...texts.keys()];
  const ids = names.filter((name) => required.every((id) => texts.get(name)?.includes(id)));
  const rest = names.filter((name) => !ids.includes(name));
  const bodies = rest.filter((name) =>
    isLongest(new Map(rest.map((each) => [each, texts.get(each) ?? []])), name),
  );
  const titles = rest.filter((name) => !bodies.includes(name));
  const guesses: Guesses = {
    'consent.leadKeys': () => unsure(besideNames(beside, list?.name, ignored), besideHint),
    'consent.sectionKeys.list': () => onlyOne(lists.map(({ name }) => name)),
    'consent.sectionKeys.id': () => (ids.length > 0 ? sure(ids[0] ?? '') : unsure(names)),
    'consent.sectionKeys.body': () => (bodies.length === 1 ? onlyOne(bodies) : unsure(rest)),
    'consent.sectionKeys.title': () => onlyOne(titles),
  };
  return withValues(guesses, texts);
}

const besideHint =
  'Add each to consent.leadKeys or consent.tailKeys, which show it, or to consent.ignoredKeys if customers should not see its text.';

/** The keys of texts beside decisions and sections. */
function besideNames(
  beside: Record<string, unknown>,
  list: string | undefined,
  ignored: readonly string[],
): string[] {
  const isBeside = ([name, value]: [string, unknown]) =>
    name !== list && !ignored.includes(name) && textsIn(value, () => false).some((text) => words(text) >= 4);
  return Object.entries(beside)
    .filter(isBeside)
    .map(([name]) => name);
}

/** Every list that contains all required ids: an array, or an object with one key per section. */
function sectionLists(
  node: unknown,
  required: readonly string[],
  path: string[] = [],
): { name: string; items: unknown[] }[] {
  if (typeof node !== 'object' || node === null || required.length === 0) return [];
  const name = path.at(-1) ?? '';
  const has = (items: unknown[]) =>
    [...textsOf(items).values()].some((texts) => required.every((id) => texts.includes(id)));
  if (Array.isArray(node)) return name && has(node) ? [{ name, items: node }] : [];
  const isMap = required.every((id) => Object.hasOwn(node, id));
  if (isMap && name) return [{ name, items: Object.values(node) }];
  return Object.entries(node).flatMap(([key, value]) => sectionLists(value, required, [...path, key]));
}
