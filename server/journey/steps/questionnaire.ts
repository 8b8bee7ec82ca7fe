/** The appointment's own questionnaire, pinned to it; never the test type's newer one (Flow 6; QST-02..QST-25). */
import type { QuestionnaireShows } from '../../contract/journey-api/views.ts';
import type { FieldProblem } from '../../contract/problem.ts';
import {
  type FinalizedSubmission,
  questionnaireSubmission,
} from '../../contract/upstream-api/questionnaire.ts';
import { Problem } from '../../errors.ts';
import { actionFor } from '../../upstream/actions.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { paragraphs } from '../../upstream/assumptions/kinds.ts';
import type { AppointmentQuestionnaire } from '../../upstream/full-api-reads.ts';
import { submissionPath } from '../../upstream/questionnaire/finalized-submission.ts';
import { type Journey, notice } from '../journey-state.ts';
import { askSupport } from '../refusals.ts';
import type { AnsweredStep, OnCompleted, StepDeps, Transition } from '../step.ts';

/** @throws Problem 409; UpstreamError */
const readDefinition = (journey: Journey, deps: StepDeps) => {
  if (!journey.order) throw new Problem('step_out_of_order', { title: 'There is no order yet.' });
  return deps.reads.appointmentQuestionnaire(journey.order.appointment_id);
};

type QuestionnaireForm = Omit<QuestionnaireShows, 'step'>;

const formOf = (definition: AppointmentQuestionnaire, assumptions: Assumptions): QuestionnaireForm => ({
  questionnaire_definition_id: definition.id,
  content_hash: definition.content_hash,
  name: definition.name,
  sections: definition.content.sections.map(({ id, title }) => ({ id, title })),
  fields: definition.content.fields.map((field) => ({
    id: field.id,
    label: field.label,
    required: field.required,
    type: field.type,
    section_id: typeof field.section_id === 'string' ? field.section_id : null,
  })),
  acknowledgements: definition.content.acknowledgements.map((item) => ({
    id: item.id,
    label: item.label,
    required: item.required,
    ...copyOf(item, assumptions),
  })),
});

type Acknowledgement = AppointmentQuestionnaire['content']['acknowledgements'][number];

/** A format without a text means that the text is elsewhere; nobody may confirm a text that is not shown. */
function copyOf(item: Acknowledgement, assumptions: Assumptions) {
  const path = `${submissionPath}.content.acknowledgements`;
  const copy =
    item.copy_format === undefined
      ? assumptions.find('questionnaire.copyKeys', paragraphs, item, path)
      : assumptions.need('questionnaire.copyKeys', paragraphs, item, path);
  return { copy, copy_format: copy === null ? null : item.copy_format === 'html' ? 'html' : 'text' } as const;
}

/**
 * The request: listed ids only, each with its boolean.
 * @throws Problem 409 if a required field has an unknown type (GAP-58); 422 with the answers that are missing
 */
function checked(
  definition: AppointmentQuestionnaire,
  answer: { answers: Record<string, boolean>; acknowledgements: Record<string, boolean> },
) {
  const { fields, acknowledgements } = definition.content;
  if (fields.some((field) => field.required && field.type !== 'boolean')) {
    throw new Problem('questionnaire_unsupported');
  }
  const wrong: FieldProblem[] = [
    ...fields
      .filter((field) => field.required && answer.answers[field.id] === undefined)
      .map((field) => ({ path: `answers.${field.id}`, message: 'Answer this question.', code: 'needed' })),
    ...acknowledgements
      .filter((item) => item.required && answer.acknowledgements[item.id] !== true)
      .map((item) => ({
        path: `acknowledgements.${item.id}`,
        message: 'This needs your confirmation.',
        code: 'needed',
      })),
  ];
  if (wrong.length > 0)
    throw new Problem('invalid_fields', { title: 'Some answers are missing.', fields: wrong });
  const listed = (map: Record<string, boolean>, ids: string[]) =>
    Object.fromEntries(ids.flatMap((id) => (map[id] === undefined ? [] : [[id, map[id]]])));
  return {
    questionnaire_definition_id: definition.id,
    content_hash: definition.content_hash,
    answers: listed(
      answer.answers,
      fields.filter((field) => field.type === 'boolean').map((field) => field.id),
    ),
    acknowledgements: listed(
      answer.acknowledgements,
      acknowledgements.map((item) => item.id),
    ),
  };
}

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
function submittedAs(journey: Journey, questionnaire: FinalizedSubmission): Transition {
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
  answered: (journey, data) => submittedAs(journey, questionnaireSubmission.parse(data)),
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
  read: async (journey, deps) => formOf(await readDefinition(journey, deps), deps.assumptions),
  present: (_, form) => ({ step: 'questionnaire', ...form }),
  async answer(journey, answer, deps) {
    const definition = await readDefinition(journey, deps);
    if (definition.submission) return submittedAs(journey, definition.submission);
    const same =
      definition.id === answer.questionnaire_definition_id && definition.content_hash === answer.content_hash;
    if (!same) return changed(journey);
    // A questionnaire that cannot be shown in full is not sent.
    formOf(definition, deps.assumptions);
    const body = checked(definition, answer);
    const params = { appointmentId: journey.order?.appointment_id ?? '' };
    return { journey, write: { kind: 'questionnaire.submit', params, body }, at: 'questionnaire' };
  },
  onCompleted: { 'questionnaire.submit': submitted },
};
