/** Where the appointment's questionnaire has its finalized submission: under a configured name, or beside the definition's own fields (GAP-59). */
import {
  type FinalizedSubmission,
  finalizedSubmission,
  type QuestionnaireDefinition,
  questionnaireSubmission,
} from '../../contract/upstream-api/questionnaire.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { fitting } from '../assumptions/kinds.ts';

export const submissionPath = 'appointment_questionnaire';

const submission = fitting(finalizedSubmission, { outcome: { status: '', code: null } });

/** Null where nothing was submitted. @throws Problem assumption_unmet where several could be meant */
export function submissionOn(
  read: QuestionnaireDefinition,
  assumptions: Assumptions,
): FinalizedSubmission | null {
  // The content is the definition's, and no place for a submission.
  const { content: _, ...beside } = read;
  const named = assumptions.find('questionnaire.submissionKeys', submission, beside, submissionPath);
  return named ?? questionnaireSubmission.safeParse(beside).data ?? null;
}
