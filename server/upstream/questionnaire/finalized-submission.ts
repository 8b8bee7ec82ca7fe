/**
 * Finds the finalized submission of an appointment's questionnaire: under a configured name, or among the definition's
 * own fields (GAP-59).
 */
import type { Assumptions } from '../assumptions/assumptions.ts';
import { fitting } from '../assumptions/kinds.ts';
import { neededSubmission, type QuestionnaireDefinition, type Submission } from './responses.ts';

/** Names the place of the read in reports of unmet assumptions. */
export const submissionPath = 'appointment_questionnaire';

const submission = fitting(neededSubmission, { outcome: { status: '', code: null } });

/** Reads the submission; null if there is none. @throws Problem 503 `assumption_unmet` if several are possible */
export function submissionOn(read: QuestionnaireDefinition, assumptions: Assumptions): Submission | null {
  // The content belongs to the definition and never holds a submission.
  const { content: _, ...beside } = read;
  const named = assumptions.find('questionnaire.submissionKeys', submission, beside, submissionPath);
  return named ?? neededSubmission.safeParse(beside).data ?? null;
}
