/** The write of a scheduling questionnaire. */
import { questionnaireRequest, questionnaireSubmission } from '../../contract/upstream-api/questionnaire.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';

/** The write of a questionnaire, for the full API. */
export const questionnaireWrites = {
  'questionnaire.submit': post(
    '/v1/appointments/{appointmentId}/scheduling-questionnaire',
    questionnaireRequest,
    questionnaireSubmission,
  ),
} as const satisfies Record<string, WriteKindEntry>;
