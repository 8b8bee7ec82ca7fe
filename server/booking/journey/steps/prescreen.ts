/** The prescreen, only if the product asks for it (Flow 4; PRE-02..PRE-21, DISC-33). */
import type { PrescreenShows } from '../../../contract/journey-api/views.ts';
import type { FieldProblem } from '../../../contract/problem.ts';
import { Problem } from '../../../core/errors.ts';
import { actionFor } from '../../../upstream/actions.ts';
import { prescreened } from '../../../upstream/orders/responses.ts';
import { formAnswers, prescreenShown, type ShownPrescreen } from '../../../upstream/prescreen/form.ts';
import type { LogicalWrite } from '../../../upstream/writes/write.ts';
import { readOrderBranch } from '../branch.ts';
import { type Journey, notice } from '../journey-state.ts';
import { orderBody } from '../order-body.ts';
import { refusedFields } from '../profile-fields.ts';
import { askConsentIfNotValid, askSupport } from '../refusals.ts';
import type { AnsweredStep, OnCompleted, StepAnswers, StepDeps } from '../step.ts';

/** Fills in the date of birth that the customer gave in the profile: prescreen and order name the same one (GAP-46). */
function withBirthDate(shown: PrescreenShows['sections'], journey: Journey): PrescreenShows['sections'] {
  const value = birthDateOf(journey);
  if (value === null) return shown;
  return shown.map((section) => ({
    ...section,
    fields: section.fields.map((field) => (isBirthDate(field) ? { ...field, value } : field)),
  }));
}

const isBirthDate = ({ name, control }: PrescreenShows['sections'][number]['fields'][number]) =>
  name === 'dob' && control === 'date_parts';

/** The date of birth of the profile as MM/DD/YYYY (PRE-07). */
function birthDateOf({ profile }: Journey): string | null {
  if (!profile) return null;
  const [year, month, day] = profile.date_of_birth.split('-');
  return `${month}/${day}/${year}`;
}

/** @throws Problem 409, 503 `assumption_unmet`; UpstreamError */
async function readForm(journey: Journey, deps: StepDeps): Promise<ShownPrescreen> {
  if (!journey.chosen) throw new Problem('step_out_of_order', { title: 'Choose a clinic first.' });
  return prescreenShown(await deps.reads.prescreenForm(journey.chosen.test_type), deps.assumptions);
}

function validated(
  { sections, consent }: ShownPrescreen,
  answers: StepAnswers['prescreen']['fields'],
  journey: Journey,
) {
  const shown = sections.flatMap((section) => section.fields);
  const missing: FieldProblem[] = shown
    .filter((field) => field.required && (answers[field.name] === undefined || answers[field.name] === ''))
    .map((field) => ({ path: field.name, message: 'This is needed.', code: 'needed' }));
  const birthDate = birthDateOf(journey);
  const differing: FieldProblem[] = shown
    .filter(
      (field) =>
        isBirthDate(field) &&
        birthDate !== null &&
        ![undefined, '', birthDate].includes(answers[field.name] as string),
    )
    .map(({ name: path }) => ({
      path,
      message: 'This is not the date of birth in the details.',
      code: 'invalid',
    }));
  const consentField = consent.field;
  if (answers[consentField] !== true)
    missing.push({ path: consentField, message: 'This permission is needed.', code: 'needed' });
  const known = new Set([...shown.map((field) => field.name), consentField]);
  const sent = Object.entries(answers).filter(([name, value]) => known.has(name) && value !== '');
  const parsed = formAnswers.safeParse(Object.fromEntries(sent));
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({
        path: issue.path.join('.'),
        message: 'Please check this answer.',
        code: 'invalid',
      }));
  const found = [...missing, ...differing];
  const fields = [...found, ...wrong.filter((field) => !found.some((other) => other.path === field.path))];
  if (fields.length > 0 || !parsed.success) {
    throw new Problem('invalid_fields', { title: 'Some answers are missing or not valid.', fields });
  }
  return parsed.data;
}

const submitted: OnCompleted = {
  async answered(journey, data, deps) {
    const { order_id } = prescreened.needed.parse(data);
    // The order begins here: it keeps this id.
    const branch = await readOrderBranch(journey, deps);
    return { journey: { ...journey, prescreen: { order_id, branch }, refused: {} } };
  },
  async refused(journey, refusal, deps) {
    const askedAgain = await askConsentIfNotValid(journey, 'prescreen.submit', refusal, deps);
    if (askedAgain) return askedAgain;
    switch (actionFor(refusal)) {
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
export const prescreen: AnsweredStep<'prescreen', ShownPrescreen> = {
  name: 'prescreen',
  done: (journey) => journey.prescreen !== null || journey.product?.product.is_prescreening_required !== true,
  async read(journey, deps) {
    const form = await readForm(journey, deps);
    return { ...form, sections: withBirthDate(form.sections, journey) };
  },
  present: (_, form) => ({ step: 'prescreen', ...form }),
  async answer(journey, answer, deps) {
    const form = await readForm(journey, deps);
    const answers = validated(form, answer.fields, journey);
    const body = { ...orderBody(journey), prescreen: answers };
    const params = { testType: journey.chosen?.test_type ?? '' };
    const resends = journey.refused['prescreen.submit'];
    const write: LogicalWrite = { kind: 'prescreen.submit', params, body, ...(resends ? { resends } : {}) };
    const advisesEmergency = answers.symptoms_heart_disease === true;
    return { journey: { ...journey, advisesEmergency }, write, at: 'prescreen' };
  },
  onCompleted: { 'prescreen.submit': submitted },
};
