/**
 * What the specification does not show and this journey needs all the same: each named, with its default (requirements,
 * "Not shown"; VER-10). Nothing else in the server encodes any of it. An answer from onboarding changes it here.
 */
import type { z } from 'zod';
import type { FieldProblem } from '../contract/problem.ts';
import type { ConsentBundle } from '../contract/upstream-api/consent.ts';
import {
  type AppointmentQuestionnaire,
  type QuestionnaireSubmission,
  questionnaireSubmission,
} from '../contract/upstream-api/questionnaire.ts';

type Item = Record<string, unknown>;
const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textAt = (item: Item, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const value = item[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
};

/** consent.decisionKeys (GAP-17): the keys of a decision item, the likeliest first. */
export const consentDecisionKeys = {
  id: ['id', 'decision_id', 'key'],
  label: ['label', 'decision_label', 'title'],
  link: ['detail_link', 'link', 'link_label', 'detail_link_label', 'detail_link_text'],
  format: ['detail_format', 'format', 'content_format'],
  detail: ['detail_content', 'detail', 'content', 'view_consent_html'],
} as const;

export interface ConsentDecision {
  id: string;
  label: string;
  link: string;
  format: 'html' | 'text';
  detail: string;
}

/**
 * consent.decisionMap (GAP-18): an item's own id, else its place among the required ids when both lists have four. A
 * format other than html is shown as text. Null where a label or a detail cannot be found: then nothing is shown to be signed.
 */
export function readConsentDecisions(bundle: ConsentBundle): ConsentDecision[] | null {
  const items: Item[] = bundle.template.content.decisions;
  const required = bundle.required_decision_ids;
  const decisions = items.map((item, place) => {
    const id =
      textAt(item, consentDecisionKeys.id) ??
      (items.length === 4 && required.length === 4 ? (required[place] ?? null) : null);
    const label = textAt(item, consentDecisionKeys.label);
    const detail = textAt(item, consentDecisionKeys.detail);
    if (id === null || label === null || detail === null) return null;
    const format = textAt(item, consentDecisionKeys.format)?.toLowerCase() === 'html' ? 'html' : 'text';
    return { id, label, link: textAt(item, consentDecisionKeys.link) ?? label, format, detail } as const;
  });
  const found = decisions.filter((decision) => decision !== null);
  const ids = new Set(found.map((decision) => decision.id));
  const whole =
    found.length === items.length && ids.size === found.length && required.every((id) => ids.has(id));
  return whole && found.length > 0 ? found : null;
}

/** consent.sections (GAP-19): shown in order as text; null where a required section is missing among those there are. */
export function readConsentSections(
  bundle: ConsentBundle,
): { id: string; title: string | null; body: string }[] | null {
  const { sections } = bundle.template.content;
  if (!Array.isArray(sections) || sections.length === 0) return [];
  const read = sections.filter(isItem).map((item) => ({
    id: textAt(item, ['id', 'section_id', 'key']) ?? '',
    title: textAt(item, ['title', 'heading', 'label']),
    body: textAt(item, ['body', 'content', 'text']) ?? '',
  }));
  const ids = new Set(read.map((section) => section.id));
  return bundle.required_section_ids.every((id) => ids.has(id)) ? read : null;
}

/** consent.openSessionId (GAP-26): the open session that stands in the way, where the refusal names it. */
export function readOpenConsentSessionId(details: unknown): string | null {
  if (!isItem(details)) return null;
  const session = isItem(details.session) ? textAt(details.session, ['id']) : null;
  return (
    textAt(details, ['session_id', 'consent_session_id', 'open_session_id', 'existing_session_id']) ?? session
  );
}

/** product.priceDisplay (GAP-11): the price a customer is shown; no arithmetic is done on it. */
export const displayedPrice: 'retail_price' | 'integrator_price' = 'retail_price';

/** order.units (GAP-48): the units of an order's height and weight. */
export const orderUnits = { height: 'inches', weight: 'pounds' } as const;

/** questionnaire.submission (GAP-59): the finalized submission on the appointment's read; null means not submitted. */
export function readQuestionnaireSubmission(read: AppointmentQuestionnaire): QuestionnaireSubmission | null {
  return questionnaireSubmission.safeParse(read.submission ?? read).data ?? null;
}

/**
 * questionnaire.outcomeEffect (GAP-61): what an outcome's status means for scheduling; a status that nobody knows yet
 * goes on, since the service itself refuses to schedule what it blocks.
 */
export function questionnaireOutcomeEffect(status: string): 'stop' | 'continue' | 'continue_with_review' {
  if (status === 'blocked') return 'stop';
  return status === 'physician_review_required' ? 'continue_with_review' : 'continue';
}

/** order.fieldErrors (GAP-50): the fields at fault, each value a text or a list of texts; paths as the service wrote them. */
export function readOrderFieldErrors(details: unknown): FieldProblem[] {
  if (!isItem(details)) return [];
  const errors = isItem(details.field_errors) ? Object.entries(details.field_errors) : [];
  const missing: unknown[] = Array.isArray(details.missing_fields) ? details.missing_fields : [];
  return [
    ...errors.map(([path, value]) => ({ path, message: firstText(value) ?? 'This needs to be corrected.' })),
    ...missing
      .filter((path) => typeof path === 'string')
      .filter((path) => !errors.some(([known]) => known === path))
      .map((path) => ({ path, message: 'This is needed.' })),
  ];
}

/** questionnaire.errors (GAP-60): those known field and acknowledgement ids that the details mention anywhere. */
export function readQuestionnaireErrors(details: unknown, knownIds: readonly string[]): FieldProblem[] {
  const found = new Map<string, string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string' && knownIds.includes(value) && !found.has(value)) found.set(value, '');
    if (Array.isArray(value)) for (const item of value) look(item);
    if (!isItem(value)) return;
    const named = textAt(value, ['id', 'field', 'field_id']);
    for (const [key, inner] of Object.entries(value)) {
      if (knownIds.includes(key)) found.set(key, firstText(inner) ?? '');
      else look(inner);
    }
    if (named !== null && knownIds.includes(named))
      found.set(named, textAt(value, ['message', 'reason']) ?? '');
  };
  look(details);
  return [...found].map(([path, message]) => ({ path, message: message || 'This needs to be answered.' }));
}

const firstText = (value: unknown): string | null => {
  const text: unknown = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' && text !== '' ? text : null;
};

/** locations.itemReader (GAP-07): a field of a fallback item that is there and of its type, else null. */
export function readField<S extends z.ZodType>(item: Item, name: string, schema: S): z.output<S> | null {
  return schema.safeParse(item[name]).data ?? null;
}
