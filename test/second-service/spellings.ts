/**
 * For each entry of the assumptions: where the sandbox's own answer has what it names, how that is moved to another name
 * and place, and how the server reads it. The specification is as true of the one as of the other.
 */

import { subjectsOf } from '../../server/booking/webhooks/event.ts';
import { secretIn } from '../../server/booking/webhooks/registration.ts';
import type { ConsentBundle } from '../../server/contract/upstream-api/consent.ts';
import type { PhysicianPresentation } from '../../server/contract/upstream-api/physician-order.ts';
import type { QuestionnaireDefinition } from '../../server/contract/upstream-api/questionnaire.ts';
import type { Assumptions } from '../../server/upstream/assumptions/assumptions.ts';
import { choice, identifier, text } from '../../server/upstream/assumptions/kinds.ts';
import type { ListEntry } from '../../server/upstream/assumptions/schema.ts';
import { consentCopy } from '../../server/upstream/consent/copy.ts';
import { readHandoffAnswer } from '../../server/upstream/handoff/answer.ts';
import { readPresentation } from '../../server/upstream/physician/presentation.ts';
import { submissionOn } from '../../server/upstream/questionnaire/finalized-submission.ts';

export type Fields = Record<string, unknown>;
/** Puts a value under a name, in its own way. */
export type Nest = (name: string, value: unknown) => Fields;

export const nests: Record<string, Nest> = {
  'under another name': (name, value) => ({ [name]: value }),
  'in an object': (name, value) => ({ x_wrap: { [name]: value } }),
  'in a list': (name, value) => ({ x_wrap: [{ [name]: value }] }),
  'far within': (name, value) => ({ x_a: { x_b: [{ x_c: { [name]: value } }] } }),
};

/** A list in a wrapping, or as an object of one key per item. */
export const lists: Record<string, (items: Fields[]) => unknown> = {
  'as it is': (items) => items,
  'in an object': (items) => ({ items, total: items.length }),
  'in objects': (items) => ({ data: { page: 1, items } }),
  'as an object of one key per item': (items) =>
    Object.fromEntries(items.map((item) => [`${item.id}`, item])),
};

/** The sandbox's own answers. */
export interface Samples {
  bundle: ConsentBundle;
  options: Fields[];
  questionnaire: QuestionnaireDefinition & { submission: Fields };
  presentation: PhysicianPresentation;
  handoff: Fields;
  endpoint: Fields;
  evidenceEvent: Fields;
  sessionOpen: Fields;
}

export interface Spelling {
  entry: ListEntry;
  /** What it is called in the sandbox. */
  was: string;
  /** Without the file: it stops or is reported by that name, or nothing is lost by going on. */
  without: 'reported' | 'goes on';
  sample: keyof Samples;
  /** Applies a change to every object that has the field. */
  each<T>(sample: T, change: (fields: Fields) => Fields): T;
  /** What the server makes of it. */
  read(sample: never, assumptions: Assumptions): unknown;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** At a path of keys; `*` is each item of a list. */
function atPath(path: string): Spelling['each'] {
  const within = (value: unknown, keys: string[], change: (fields: Fields) => Fields): unknown => {
    const [key, ...rest] = keys;
    if (key === undefined) return isFields(value) ? change(value) : value;
    if (key === '*') return (value as unknown[]).map((item) => within(item, rest, change));
    return { ...(value as Fields), [key]: within((value as Fields)[key], rest, change) };
  };
  return (sample, change) => within(sample, path === '' ? [] : path.split('.'), change) as typeof sample;
}

const decisions = atPath('template.content.decisions.*');
const sections = atPath('template.content.sections.*');
const copy = (bundle: ConsentBundle, assumptions: Assumptions) => consentCopy(bundle, assumptions);
const option = (all: Fields[], assumptions: Assumptions) =>
  all.map((one) => [
    assumptions.need('prescreen.optionKeys.value', choice, one, 'option'),
    assumptions.need('prescreen.optionKeys.label', text, one, 'option'),
  ]);
const shownPresentation = (presentation: PhysicianPresentation, assumptions: Assumptions) => {
  const { signable, nodes, acknowledgements } = readPresentation(presentation, assumptions);
  const words = JSON.stringify([nodes, acknowledgements]).match(/"text":"(?:[^"\\]|\\.)*"/g);
  return [signable, acknowledgements?.map(({ field }) => field), words];
};
const answer = (made: Fields, assumptions: Assumptions) => readHandoffAnswer(made, assumptions);
const presentation = atPath('sections.*');
const reported = { without: 'reported' } as const;
const goesOn = { without: 'goes on' } as const;
const ofBundle = { ...reported, sample: 'bundle', read: copy } as const;

export const spellings: Spelling[] = [
  // Four decisions without an id under a known name are read by their place, unless an id elsewhere denies it.
  { ...ofBundle, ...goesOn, entry: 'consent.decisionKeys.id', was: 'id', each: decisions },
  { ...ofBundle, entry: 'consent.decisionKeys.label', was: 'label', each: decisions },
  { ...ofBundle, entry: 'consent.decisionKeys.link', was: 'detail_link', each: decisions },
  { ...ofBundle, entry: 'consent.decisionKeys.format', was: 'detail_format', each: decisions },
  { ...ofBundle, entry: 'consent.decisionKeys.detail', was: 'detail_content', each: decisions },
  { ...ofBundle, entry: 'consent.sectionKeys.list', was: 'sections', each: atPath('template.content') },
  { ...ofBundle, entry: 'consent.sectionKeys.id', was: 'id', each: sections },
  { ...ofBundle, entry: 'consent.sectionKeys.title', was: 'title', each: sections },
  { ...ofBundle, entry: 'consent.sectionKeys.body', was: 'body', each: sections },
  {
    ...reported,
    entry: 'consent.sessionIdKeys',
    was: 'session_id',
    sample: 'sessionOpen',
    each: atPath(''),
    read: (details: Fields, assumptions: Assumptions) =>
      assumptions.need('consent.sessionIdKeys', identifier, details, 'error.details'),
  },
  {
    ...reported,
    entry: 'prescreen.optionKeys.value',
    was: 'value',
    sample: 'options',
    each: atPath('*'),
    read: option,
  },
  {
    ...reported,
    entry: 'prescreen.optionKeys.label',
    was: 'label',
    sample: 'options',
    each: atPath('*'),
    read: option,
  },
  {
    ...reported,
    entry: 'questionnaire.submissionKeys',
    was: 'submission',
    sample: 'questionnaire',
    each: atPath(''),
    read(definition: QuestionnaireDefinition, assumptions: Assumptions) {
      const found = submissionOn(definition, assumptions);
      // As the step does where the service says that there is one.
      if (!found) assumptions.unmet('questionnaire.submissionKeys', 'questionnaire', definition);
      return found;
    },
  },
  {
    ...reported,
    entry: 'physician.presentationKeys',
    was: 'statements',
    sample: 'presentation',
    each: presentation,
    read: shownPresentation,
  },
  { ...reported, entry: 'handoff.urlKeys', was: 'url', sample: 'handoff', each: atPath(''), read: answer },
  {
    ...goesOn,
    entry: 'handoff.expiryKeys',
    was: 'expires_at',
    sample: 'handoff',
    each: atPath(''),
    read: answer,
  },
  {
    ...goesOn,
    entry: 'handoff.modeKeys',
    was: 'presentation_mode',
    sample: 'handoff',
    each: atPath(''),
    read: answer,
  },
  {
    ...reported,
    entry: 'webhook.secretKeys',
    was: 'signing_secret',
    sample: 'endpoint',
    each: atPath(''),
    read: (made: Fields, assumptions: Assumptions) => secretIn(made, assumptions),
  },
  {
    ...reported,
    entry: 'webhook.evidenceIdKeys',
    was: 'evidence_id',
    sample: 'evidenceEvent',
    each: atPath('data.object'),
    read: (event: Parameters<typeof subjectsOf>[0], assumptions: Assumptions) =>
      subjectsOf(event, assumptions),
  },
];

/** The sample with the field under another name, in another place. */
export function spelled<T>(sample: T, { was, each }: Spelling, name: string, nest: Nest): T {
  return each(sample, ({ [was]: value, ...rest }) =>
    value === undefined ? rest : { ...rest, ...nest(name, value) },
  );
}

/** The file that names it. */
export const fileOf = (entry: ListEntry, names: string[]): object =>
  entry.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), names) as object;
