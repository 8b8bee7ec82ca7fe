/** The write of a scheduling questionnaire. */
import { z } from 'zod';
import { questionnaireRequest } from '../../contract/upstream-api/questionnaire.ts';
import { anyId } from '../response-reader.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';
import { submitted } from './responses.ts';

/** The specification shows yes and no only. The answer to any other type of question has the type that it asks for (GAP-58). */
const anyAnswers = questionnaireRequest.extend({
  questionnaire_definition_id: anyId,
  answers: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
});

/** The write of a questionnaire, for the full API. */
export const questionnaireWrites = {
  'questionnaire.submit': post(
    '/v1/appointments/{appointmentId}/scheduling-questionnaire',
    anyAnswers,
    submitted,
  ),
} as const satisfies Record<string, WriteKindEntry>;
