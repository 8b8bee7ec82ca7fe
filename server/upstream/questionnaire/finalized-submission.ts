/**
 * Finds the finalized submission of an appointment's questionnaire: under a configured name, or among the definition's
 * own fields (GAP-59).
 */
import {
  type FinalizedSubmission,
  finalizedSubmission,
  type QuestionnaireDefinition,
  questionnaireSubmission,
} from '../../contract/upstream-api/questionnaire.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { fitting } from '../assumptions/kinds.ts';

/** Names the place of the read in reports of unmet assumptions. */
export const submissionPath = 'appointment_questionnaire';

const submission = fitting(finalizedSubmission, { outcome: { status: '', code: null } });

/** Reads the submission; null if there is none. @throws Problem 503 `assumption_unmet` if several are possible */
export function submissionOn(
  read: QuestionnaireDefinition,
  assumptions: Assumptions,
): FinalizedSubmission | null {
  // The content belongs to the definition and never holds a submission.
  const { content: _, ...beside } = read;
  const named = assumptions.find('questionnaire.submissionKeys', submission, beside, submissionPath);
  return named ?? questionnaireSubmission.safeParse(beside).data ?? null;
}
