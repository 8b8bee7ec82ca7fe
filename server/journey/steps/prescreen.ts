/** The prescreen, only if the product asks for it (Flow 4; PRE-02..PRE-21, DISC-33). */
import type { PrescreenShows } from '../../contract/journey-api/views.ts';
import type { FieldProblem } from '../../contract/problem.ts';
import {
  type PrescreenForm,
  prescreenAnswers,
  prescreenSubmission,
} from '../../contract/upstream-api/prescreen.ts';
import { Problem } from '../../errors.ts';
import type { LogicalWrite } from '../../jobs/write.ts';
import { actionFor } from '../../upstream/actions.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { readPrescreenOption } from '../../upstream/prescreen/option.ts';
import { type Journey, notice } from '../journey-state.ts';
import { orderBody } from '../order-body.ts';
import { refusedFields } from '../profile-fields.ts';
import { askConsentAgain, askSupport } from '../refusals.ts';
import type { AnsweredStep, OnCompleted, StepDeps } from '../step.ts';

const sections = (form: PrescreenForm, assumptions: Assumptions): PrescreenShows['sections'] =>
  form.copy.sections.map((section) => ({
    id: section.id,
    title: section.title,
    fields: section.fields.map((field) => ({
      name: field.name,
      label: field.label,
      control: field.control,
      required: field.required || form.required_fields.includes(field.name),
      options: (field.options ?? []).map((raw) => readPrescreenOption(raw, assumptions)),
    })),
  }));

/** Fills in the date of birth that the customer gave in the profile: prescreen and order name the same one (GAP-46). */
function withBirthDate(shown: PrescreenShows['sections'], { profile }: Journey): PrescreenShows['sections'] {
  if (!profile) return shown;
  const [year, month, day] = profile.date_of_birth.split('-');
  const isBirthDate = ({ name, control }: PrescreenShows['sections'][number]['fields'][number]) =>
    name === 'dob' && control === 'date_parts';
  return shown.map((section) => ({
    ...section,
    fields: section.fields.map((field) =>
      isBirthDate(field) ? { ...field, value: `${month}/${day}/${year}` } : field,
    ),
  }));
}

/** @throws Problem 409; UpstreamError */
const readForm = (journey: Journey, deps: StepDeps) => {
  if (!journey.chosen) throw new Problem('step_out_of_order', { title: 'Choose a clinic first.' });
  return deps.reads.prescreenForm(journey.chosen.test_type);
};

function validated(form: PrescreenForm, answers: Record<string, string | boolean>, assumptions: Assumptions) {
  const shown = sections(form, assumptions).flatMap((section) => section.fields);
  const missing: FieldProblem[] = shown
    .filter((field) => field.required && (answers[field.name] === undefined || answers[field.name] === ''))
    .map((field) => ({ path: field.name, message: 'This is needed.', code: 'needed' }));
  const consentField = form.copy.consent.field;
  if (answers[consentField] !== true)
    missing.push({ path: consentField, message: 'This permission is needed.', code: 'needed' });
  const known = new Set([...shown.map((field) => field.name), consentField]);
  const sent = Object.entries(answers).filter(([name, value]) => known.has(name) && value !== '');
  const parsed = prescreenAnswers.safeParse(Object.fromEntries(sent));
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({
        path: issue.path.join('.'),
        message: 'Please check this answer.',
        code: 'invalid',
      }));
  const fields = [
    ...missing,
    ...wrong.filter((field) => !missing.some((other) => other.path === field.path)),
  ];
  if (fields.length > 0 || !parsed.success) {
    throw new Problem('invalid_fields', { title: 'Some answers are missing or not valid.', fields });
  }
  return parsed.data;
}

const submitted: OnCompleted = {
  answered(journey, data) {
    const { order_id } = prescreenSubmission.parse(data);
    return { journey: { ...journey, prescreen: { order_id }, refused: {} } };
  },
  refused(journey, refusal) {
    switch (actionFor(refusal)) {
      case 'establish_consent':
        return askConsentAgain(journey, 'prescreen.submit', refusal);
      case 'correct_profile':
      case 'correct': {
        const fields = refusedFields(refusal.details);
        if (fields.length > 0) {
          const corrected = {
            ...journey,
            identityId: null,
            notice: notice('correct_profile', fields, refusal.requestId),
          };
          return { journey: corrected, at: 'identity' };
        }
        return {
          journey: { ...journey, notice: notice('correct_answers', [], refusal.requestId) },
          at: 'prescreen',
        };
      }
      default:
        return askSupport(journey, refusal);
    }
  },
};

/** The step `prescreen`: the customer answers the health questions that the product requires. */
export const prescreen: AnsweredStep<'prescreen', Omit<PrescreenShows, 'step'>> = {
  name: 'prescreen',
  done: (journey) => journey.prescreen !== null || journey.product?.product.is_prescreening_required !== true,
  async read(journey, deps) {
    const form = await readForm(journey, deps);
    const { consent, submit_button_text } = form.copy;
    return {
      sections: withBirthDate(sections(form, deps.assumptions), journey),
      consent: { field: consent.field, label: consent.label },
      submit_button_text,
    };
  },
  present: (_, form) => ({ step: 'prescreen', ...form }),
  async answer(journey, answer, deps) {
    const form = await readForm(journey, deps);
    const body = { ...orderBody(journey), prescreen: validated(form, answer.fields, deps.assumptions) };
    const params = { testType: journey.chosen?.test_type ?? '' };
    const resends = journey.refused['prescreen.submit'];
    const write: LogicalWrite = { kind: 'prescreen.submit', params, body, ...(resends ? { resends } : {}) };
    return { journey, write, at: 'prescreen' };
  },
  onCompleted: { 'prescreen.submit': submitted },
};
