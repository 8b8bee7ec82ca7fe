/** The appointment's own questionnaire, pinned to it; never the test type's newer one (Flow 6; QST-02..QST-25). */
import type { QuestionnaireShows } from '../../contract/journey-api/views.ts';
import type { FieldProblem } from '../../contract/problem.ts';
import {
  type FinalizedSubmission,
  questionnaireSubmission,
} from '../../contract/upstream-api/questionnaire.ts';
import { Problem } from '../../errors.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { paragraphs } from '../../upstream/assumptions/kinds.ts';
import type { AppointmentQuestionnaire } from '../../upstream/full-api-reads.ts';
import { submissionPath } from '../../upstream/questionnaire/finalized-submission.ts';
import { type Journey, notice } from '../journey.ts';
import { askSupport } from '../refused.ts';
import { refusedAnswers } from '../refused-answers.ts';
import type { AnsweredStep, Needs, Settling, Transition } from '../step.ts';

const readDefinition = (journey: Journey, needs: Needs) => {
  if (!journey.order) throw new Problem('step_out_of_order', { title: 'There is no order yet.' });
  return needs.reads.appointmentQuestionnaire(journey.order.appointment_id);
};

const shown = (
  definition: AppointmentQuestionnaire,
  assumptions: Assumptions,
): Omit<QuestionnaireShows, 'step'> => ({
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

/** A format without a text means that the text stands elsewhere, and nobody confirms what they did not see. */
function copyOf(item: Acknowledgement, assumptions: Assumptions) {
  const path = `${submissionPath}.content.acknowledgements`;
  const copy =
    item.copy_format === undefined
      ? assumptions.find('questionnaire.copyKeys', paragraphs, item, path)
      : assumptions.need('questionnaire.copyKeys', paragraphs, item, path);
  return { copy, copy_format: copy === null ? null : item.copy_format === 'html' ? 'html' : 'text' } as const;
}

/** Only listed ids leave, each with its boolean; a required field of an unknown type stops here (GAP-58). */
function checked(
  definition: AppointmentQuestionnaire,
  given: { answers: Record<string, boolean>; acknowledgements: Record<string, boolean> },
) {
  const { fields, acknowledgements } = definition.content;
  if (fields.some((field) => field.required && field.type !== 'boolean')) {
    throw new Problem('questionnaire_unsupported');
  }
  const wrong: FieldProblem[] = [
    ...fields
      .filter((field) => field.required && given.answers[field.id] === undefined)
      .map((field) => ({ path: `answers.${field.id}`, message: 'Answer this question.' })),
    ...acknowledgements
      .filter((item) => item.required && given.acknowledgements[item.id] !== true)
      .map((item) => ({ path: `acknowledgements.${item.id}`, message: 'This needs your confirmation.' })),
  ];
  if (wrong.length > 0)
    throw new Problem('invalid_fields', { title: 'Some answers are missing.', fields: wrong });
  const listed = (map: Record<string, boolean>, ids: string[]) =>
    Object.fromEntries(ids.flatMap((id) => (map[id] === undefined ? [] : [[id, map[id]]])));
  return {
    questionnaire_definition_id: definition.id,
    content_hash: definition.content_hash,
    answers: listed(
      given.answers,
      fields.filter((field) => field.type === 'boolean').map((field) => field.id),
    ),
    acknowledgements: listed(
      given.acknowledgements,
      acknowledgements.map((item) => item.id),
    ),
  };
}

const changed = (journey: Journey): Transition => ({
  journey: { ...journey, notice: notice('questionnaire_changed') },
  at: 'questionnaire',
});

/** `blocked` ends the journey; an outcome that is none of the three is not guessed at (QST-18, GAP-61). */
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

const submitted: Settling = {
  answered: (journey, data) => submittedAs(journey, questionnaireSubmission.parse(data)),
  async refused(journey, refusal, needs) {
    switch (refusal.action) {
      case 'reread_questionnaire':
        return changed(journey);
      case 'continue_with_original': {
        const definition = await readDefinition(journey, needs);
        if (definition.submission) return submittedAs(journey, definition.submission);
        needs.assumptions.unmet('questionnaire.submissionKeys', submissionPath, definition);
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

export const questionnaire: AnsweredStep<'questionnaire'> = {
  name: 'questionnaire',
  done: (journey) => journey.questionnaire !== null,
  async shows(journey, needs) {
    return { step: 'questionnaire', ...shown(await readDefinition(journey, needs), needs.assumptions) };
  },
  async answer(journey, answer, needs) {
    const definition = await readDefinition(journey, needs);
    if (definition.submission) return submittedAs(journey, definition.submission);
    const same =
      definition.id === answer.questionnaire_definition_id && definition.content_hash === answer.content_hash;
    if (!same) return changed(journey);
    // What cannot be shown in full is not sent either.
    shown(definition, needs.assumptions);
    const body = checked(definition, answer);
    const params = { appointmentId: journey.order?.appointment_id ?? '' };
    return { journey, write: { kind: 'questionnaire.submit', params, body }, at: 'questionnaire' };
  },
  settles: { 'questionnaire.submit': submitted },
};
