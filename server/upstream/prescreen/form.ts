/**
 * A prescreen form as the page shows it, in the order of the service and in full. A part that cannot be shown stops the
 * form before the customer fills it in (PRE-05..PRE-10, GAP-44).
 */
import { z } from 'zod';
import type { PrescreenShows } from '../../contract/journey-api/views.ts';
import { prescreenAnswers } from '../../contract/upstream-api/prescreen.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { readOption } from '../questions/option.ts';
import { drawnAs, helpOf, stopAtUnsupported } from '../questions/question.ts';
import type { PrescreenForm } from './responses.ts';

/** What the page shows of a form. */
export type ShownPrescreen = Omit<PrescreenShows, 'step'>;
type Section = PrescreenForm['copy']['sections'][number];
type Field = ShownPrescreen['sections'][number]['fields'][number];

/**
 * The answers that are submitted. The form belongs to the service, so the answer to a question that the specification
 * does not list is sent too: the service refuses a submission without a question that it requires.
 */
export const formAnswers = prescreenAnswers.catchall(z.union([z.boolean(), z.number(), z.string()]));

const form = 'prescreen';
const copyPath = 'prescreen_form.copy';

/**
 * Reads a form.
 * @throws Problem 503 `assumption_unmet` if a required question cannot be asked, or a text or condition not be shown
 */
export function prescreenShown(given: PrescreenForm, assumptions: Assumptions): ShownPrescreen {
  const { sections, consent, submit_button_text, ...beside } = given.copy;
  const names = sections.flatMap(({ fields }) => fields.map(({ name }) => name));
  const missing = given.required_fields.filter((name) => name !== consent.field && !names.includes(name));
  if (missing.length > 0) {
    const keys = Object.fromEntries(missing.map((name) => [name, null]));
    assumptions.unmet('prescreen.controls', 'prescreen_form.required_fields', keys);
  }
  const { field, label, ...besideLabel } = consent;
  const consentPath = `${copyPath}.consent`;
  return {
    help: helpOf(form, beside, [], copyPath, assumptions),
    sections: sections.map((section) => sectionOf(section, given.required_fields, names, assumptions)),
    consent: { field, label, help: helpOf(form, besideLabel, [label], consentPath, assumptions) },
    submit_button_text,
  };
}

function sectionOf(
  { id, title, fields, ...rest }: Section,
  requiredFields: readonly string[],
  names: readonly string[],
  assumptions: Assumptions,
): ShownPrescreen['sections'][number] {
  const path = `${copyPath}.sections`;
  stopAtUnsupported(form, rest, names, path, assumptions);
  return {
    id,
    title: title ?? null,
    help: helpOf(form, rest, [id, title ?? null], path, assumptions),
    fields: fields.map((field) => {
      const isRequired = field.required || requiredFields.includes(field.name);
      return fieldOf({ ...field, required: isRequired }, names, assumptions);
    }),
  };
}

function fieldOf(
  field: Section['fields'][number],
  names: readonly string[],
  assumptions: Assumptions,
): Field {
  const path = `${copyPath}.sections.fields`;
  const { name, label, control: given, required, options, ...rest } = field;
  const others = names.filter((other) => other !== name);
  stopAtUnsupported(form, rest, others, path, assumptions);
  const control = drawnAs<Field['control']>('prescreen.controls', given, assumptions);
  if (control === null) {
    const report = required ? assumptions.unmet : assumptions.report;
    report('prescreen.controls', path, { [given]: null, ...rest });
  }
  return {
    name,
    label,
    help: helpOf(form, rest, [label], path, assumptions),
    control: control ?? 'unknown',
    required,
    options: (options ?? []).map((raw) => optionOf(raw, assumptions)),
  };
}

function optionOf(raw: unknown, assumptions: Assumptions) {
  const path = `${copyPath}.sections.fields.options`;
  const option = readOption(form, raw, path, assumptions);
  if (typeof raw !== 'object' || raw === null) return option;
  stopAtUnsupported(form, raw, [], path, assumptions);
  // The page has no place for a text beside an option.
  if (helpOf(form, raw, [option.label], path, assumptions) !== null)
    assumptions.unmet('prescreen.optionKeys.label', path, raw);
  return option;
}
