/** The scheduling questionnaire (Questionnaire definition; QST-05, QST-12, QST-17, QST-18). */
import { z } from 'zod';
import { opaqueId, timestamp, uuid } from './envelope.ts';

/** Branch on `status` only; `code` is an open set (QST-20). */
const questionnaireOutcome = z.looseObject({ status: z.string(), code: z.string().nullable() });

/** The response to a submission. */
export const questionnaireSubmission = z.looseObject({
  appointment_id: uuid,
  questionnaire_definition_id: uuid,
  questionnaire_submission_id: opaqueId,
  questionnaire_version: z.int(),
  content_hash: z.string(),
  completed_at: timestamp,
  status: z.string(),
  outcome: questionnaireOutcome,
});
export type QuestionnaireSubmission = z.infer<typeof questionnaireSubmission>;

/** The definition of a questionnaire. */
export const questionnaireDefinition = z.looseObject({
  id: uuid,
  name: z.string(),
  version: z.int(),
  status: z.string(),
  canonical_test_type: z.string(),
  content_hash: z.string(),
  content: z.looseObject({
    sections: z.array(z.looseObject({ id: z.string(), title: z.string().nullable() })),
    fields: z.array(
      z.looseObject({ id: z.string(), label: z.string(), required: z.boolean(), type: z.string() }),
    ),
    acknowledgements: z.array(
      z.looseObject({
        id: z.string(),
        label: z.string(),
        required: z.boolean(),
        copy_format: z.string().optional(),
        copy: z.string().optional(),
      }),
    ),
  }),
});
export type QuestionnaireDefinition = z.infer<typeof questionnaireDefinition>;

/**
 * The appointment-scoped read includes the finalized submission. The specification does not show its name; this one is
 * the sandbox's (GAP-59).
 */
export const appointmentQuestionnaire = questionnaireDefinition.extend({
  submission: questionnaireSubmission.nullish(),
});
/** The definition that an appointment is pinned to, with its submission if there is one. */
export type AppointmentQuestionnaire = z.infer<typeof appointmentQuestionnaire>;

/** The body of a submission. */
export const questionnaireRequest = z.strictObject({
  questionnaire_definition_id: uuid,
  content_hash: z.string().min(1),
  answers: z.record(z.string(), z.boolean()),
  acknowledgements: z.record(z.string(), z.boolean()),
});
export type QuestionnaireRequest = z.infer<typeof questionnaireRequest>;
