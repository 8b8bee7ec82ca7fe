/**
 * What the server needs of the scheduling questionnaire: everything that the customer reads and answers, and the
 * outcome (QST-05..QST-20).
 */
import { z } from 'zod';
import {
  questionnaireDefinition as namedQuestionnaireDefinition,
  questionnaireSubmission,
} from '../../contract/upstream-api/questionnaire.ts';
import {
  anyId,
  mustAnswer,
  orNull,
  type ReadOf,
  reader,
  textOrNumber,
  wholeList,
  word,
} from '../response-reader.ts';

const text = orNull(z.string());

/** The outcome decides whether the test can take place; branch on `status` only (QST-20). */
export const neededSubmission = z.looseObject({
  outcome: z.looseObject({ status: word, code: text }),
});
/** The response to a submission. */
export const submitted = reader({ needed: neededSubmission, named: questionnaireSubmission });
/** A submission with its outcome. */
export type Submission = ReadOf<typeof submitted>;

/** The definition that an appointment is pinned to. Questions and texts are needed as they are. */
export const questionnaireDefinition = reader({
  needed: z.looseObject({
    id: anyId,
    name: text,
    content_hash: z.string().min(1),
    content: z.looseObject({
      sections: wholeList(z.looseObject({ id: textOrNumber, title: z.string().nullish() })),
      fields: wholeList(
        z.looseObject({ id: textOrNumber, label: z.string(), required: mustAnswer, type: z.string() }),
      ),
      acknowledgements: wholeList(
        z.looseObject({
          id: textOrNumber,
          label: z.string(),
          required: mustAnswer,
          copy_format: z.string().nullish(),
          copy: z.string().nullish(),
        }),
      ),
    }),
  }),
  named: namedQuestionnaireDefinition,
});
/** A questionnaire as the server reads it. */
export type QuestionnaireDefinition = ReadOf<typeof questionnaireDefinition>;
