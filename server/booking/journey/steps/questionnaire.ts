/** The appointment's own questionnaire, pinned to it; never the test type's newer one (Flow 6; QST-02..QST-25). */
import type { FieldProblem } from '../../../contract/problem.ts';
import { Problem } from '../../../core/errors.ts';
import { actionFor } from '../../../upstream/actions.ts';
import { submissionPath } from '../../../upstream/questionnaire/finalized-submission.ts';
import { type QuestionnaireForm, questionnaireForm } from '../../../upstream/questionnaire/form.ts';
import {
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

/** The answers and acknowledgements that a QUESTIONNAIRE_VALIDATION_FAILED names, by their ids (ERR-25, GAP-60). */
function refusedAnswers(details: unknown): FieldProblem[] {
  const { answers, acknowledgements } = (details ?? {}) as Record<string, unknown>;
  return [
    ...idsIn(answers).map((id) => ({
      path: `answers.${id}`,
      message: 'Please check this answer.',
      code: 'invalid',
    })),
    ...idsIn(acknowledgements).map((id) => ({
      path: `acknowledgements.${id}`,
      message: 'This needs your confirmation.',
      code: 'invalid',
    })),
  ];
}

/** From a list of ids, a list of objects with an id, or an object by id. */
function idsIn(part: unknown): string[] {
  if (Array.isArray(part)) {
    return part.flatMap((item: unknown) => {
      if (typeof item === 'string') return [item];
      const id = (item as { id?: unknown } | null)?.id;
      return typeof id === 'string' ? [id] : [];
    });
  }
  return typeof part === 'object' && part !== null ? Object.keys(part) : [];
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
      case 'correct_answers': {
        const fields = refusedAnswers(refusal.details);
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
