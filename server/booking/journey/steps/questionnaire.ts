/** The appointment's own questionnaire, pinned to it; never the test type's newer one (Flow 6; QST-02..QST-25). */
import type { FieldProblem } from '../../../contract/problem.ts';
import { Problem } from '../../../core/errors.ts';
import { actionFor } from '../../../upstream/actions.ts';
import { submissionPath } from '../../../upstream/questionnaire/finalized-submission.ts';
import { type QuestionnaireForm, questionnaireForm } from '../../../upstream/questionnaire/form.ts';
import {
  type QuestionnaireDefinition,
  type Submission,
  submitted as submittedResponse,
} from '../../../upstream/questionnaire/responses.ts';
import { type Journey, notice } from '../journey-state.ts';
import { askSupport } from '../refusals.ts';
import type { AnsweredStep, OnCompleted, StepAnswers, StepDeps, Transition } from '../step.ts';

/** @throws Problem 409; UpstreamError */
const readDefinition = (journey: Journey, deps: StepDeps) => {
  if (!journey.order) throw new Problem('step_out_of_order', { title: 'There is no order yet.' });
  return deps.reads.appointmentQuestionnaire(journey.order.appointment_id);
};

type GivenAnswers = StepAnswers['questionnaire']['answers'];
type Question = QuestionnaireForm['fields'][number];

/** What is wrong with an answer; null if it is fine or may be missing. */
function wrongAnswer({ id, type, options, required }: Question, given: GivenAnswers): FieldProblem | null {
  const answer = given[id];
  const path = `answers.${id}`;
  if (answer === undefined || answer === '')
    return required ? { path, message: 'Answer this question.', code: 'needed' } : null;
  const isOffered = options.some(({ value }) => value === answer);
  const fits = options.length > 0 ? isOffered : typeof answer === (type === 'text' ? 'string' : type);
  return fits ? null : { path, message: 'Please check this answer.', code: 'invalid' };
}

/**
 * The request: shown ids only, each with its answer.
 * @throws Problem 422 with the answers that are missing or do not fit
 */
function checked(form: QuestionnaireForm, answer: StepAnswers['questionnaire']) {
  const { fields, acknowledgements } = form;
  const wrong: FieldProblem[] = [
    ...fields.flatMap((field) => wrongAnswer(field, answer.answers) ?? []),
    ...acknowledgements
      .filter((item) => item.required && answer.acknowledgements[item.id] !== true)
      .map((item) => ({
        path: `acknowledgements.${item.id}`,
        message: 'This needs your confirmation.',
        code: 'needed',
      })),
  ];
  if (wrong.length > 0)
    throw new Problem('invalid_fields', { title: 'Some answers are missing or not valid.', fields: wrong });
  return {
    questionnaire_definition_id: form.questionnaire_definition_id,
    content_hash: form.content_hash,
    answers: listed(answer.answers, fields),
    acknowledgements: listed(answer.acknowledgements, acknowledgements),
  };
}

/** The answers to the items, without empty ones. */
const listed = <T>(map: Record<string, T>, items: readonly { id: string }[]): Record<string, T> =>
  Object.fromEntries(
    items.flatMap(({ id }) => {
      const value = map[id];
      return value === undefined || value === '' ? [] : [[id, value]];
    }),
  );

/** The texts that the customer confirmed, for the visit. */
const confirmedTexts = (
  { acknowledgements }: QuestionnaireForm,
  { acknowledgements: given }: StepAnswers['questionnaire'],
): Journey['preparation'] =>
  acknowledgements.flatMap(({ id, label, copy, copy_format: format }) =>
    copy === null || given[id] !== true ? [] : [{ label, format: format ?? 'text', text: copy }],
  );

/**
 * Finds the answers and acknowledgements that a refusal names. The specification does not show where, so their ids are
 * searched in all keys and texts of its details (ERR-25, GAP-60).
 */
function refusedAnswers(
  { fields, acknowledgements }: QuestionnaireDefinition['content'],
  details: unknown,
): FieldProblem[] {
  const names = new Set(namesIn(details));
  const named = (items: readonly { id: string }[], path: string, message: string): FieldProblem[] =>
    items
      .filter(({ id }) => names.has(id))
      .map(({ id }) => ({ path: `${path}.${id}`, message, code: 'invalid' }));
  return [
    ...named(fields, 'answers', 'Please check this answer.'),
    ...named(acknowledgements, 'acknowledgements', 'This needs your confirmation.'),
  ];
}

/** Lists the keys and texts of a value, and the words of these: a sentence or a path may name an id. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number')
    return [`${value}`, ...`${value}`.split(/[^\w-]+/)];
  if (typeof value !== 'object' || value === null) return [];
  return (Array.isArray(value) ? value : Object.entries(value).flat()).flatMap(namesIn);
}

const changed = (journey: Journey): Transition => ({
  journey: { ...journey, notice: notice('questionnaire_changed') },
  at: 'questionnaire',
});

/** `blocked` ends the journey; an unknown outcome asks for support (QST-18, GAP-61). */
function submittedAs(journey: Journey, questionnaire: Submission): Transition {
  switch (questionnaire.outcome.status) {
    case 'blocked':
      return { journey: { ...journey, questionnaire, state: 'finished' }, at: 'blocked' };
    case 'accepted':
    case 'physician_review_required':
      return { journey: { ...journey, questionnaire } };
    default:
      return { journey: { ...journey, notice: notice('support_needed') }, at: 'questionnaire' };
  }
}

const submitted: OnCompleted = {
  answered: (journey, data) => submittedAs(journey, submittedResponse.needed.parse(data)),
  async refused(journey, refusal, deps) {
    switch (actionFor(refusal)) {
      case 'reread_questionnaire':
        return changed(journey);
      case 'continue_with_original': {
        const definition = await readDefinition(journey, deps);
        if (definition.submission) return submittedAs(journey, definition.submission);
        deps.assumptions.unmet('questionnaire.submissionKeys', submissionPath, definition);
        return askSupport(journey, refusal);
      }
      case 'correct_answers':
      case 'correct': {
        const { content } = await readDefinition(journey, deps);
        const fields = refusedAnswers(content, refusal.details);
        return {
          journey: { ...journey, notice: notice('correct_answers', fields, refusal.requestId) },
          at: 'questionnaire',
        };
      }
      default:
        return askSupport(journey, refusal);
    }
  },
};

/** The step `questionnaire`: the customer answers the questions about this appointment. */
export const questionnaire: AnsweredStep<'questionnaire', QuestionnaireForm> = {
  name: 'questionnaire',
  done: (journey) => journey.questionnaire !== null,
  read: async (journey, deps) => questionnaireForm(await readDefinition(journey, deps), deps.assumptions),
  present: (_, form) => ({ step: 'questionnaire', ...form }),
  async answer(journey, answer, deps) {
    const definition = await readDefinition(journey, deps);
    if (definition.submission) return submittedAs(journey, definition.submission);
    const same =
      definition.id === answer.questionnaire_definition_id && definition.content_hash === answer.content_hash;
    if (!same) return changed(journey);
    // A questionnaire that cannot be shown in full is not sent.
    const form = questionnaireForm(definition, deps.assumptions);
    const body = checked(form, answer);
    const params = { appointmentId: journey.order?.appointment_id ?? '' };
    return {
      journey: { ...journey, preparation: confirmedTexts(form, answer) },
      write: { kind: 'questionnaire.submit', params, body },
      at: 'questionnaire',
    };
  },
  onCompleted: { 'questionnaire.submit': submitted },
};
