/** The views of the steps in which a customer fills in a form or hands in a document. */
import { z } from 'zod';
import { knownProfile } from './answers.ts';
import { consentText } from './signed-consents.ts';

/** The identity step: a form for the profile. */
export const identityShows = z.object({
  step: z.literal('identity'),
  profile: knownProfile
    .nullable()
    .describe(
      "The customer's own answer; before it, what the partner and the last booking say. Null if nothing is known.",
    ),
  asks_body_measures: z.boolean().describe('Whether the form asks for height and weight.'),
  ages: z
    .exactOptional(
      z.object({
        min: z.number().nullable(),
        max: z.number().nullable(),
        day: z.string().describe('The day at the location, YYYY-MM-DD, on which the years are counted.'),
      }),
    )
    .describe('The ages in whole years, on the day of the answer, that the test is for. Default: any age.'),
});
export type IdentityShows = z.infer<typeof identityShows>;

/** The response to an uploaded document: its id for the answer, and its length in bytes. */
export const uploadedDocument = z.object({
  document_id: z.string(),
  bytes: z.number(),
});
export type UploadedDocument = z.infer<typeof uploadedDocument>;

/** The document step, for keys that are provisioned for consent by a signed PDF. */
export const documentShows = z.object({
  step: z.literal('document'),
  state: z
    .enum(['needed', 'checking', 'refused'])
    .describe('`checking`: the service checks it; `refused`: another one is needed.'),
  reason: z
    .string()
    .nullable()
    .describe("The service's own code, or a code of this server; an open set; null without one."),
  asks_partner: z.boolean().describe("Whether the page asks the server at once for the partner's document."),
  uploaded: uploadedDocument
    .nullable()
    .describe('An uploaded document that is not handed in yet; null without one.'),
});
export type DocumentShows = z.infer<typeof documentShows>;

/** The consent step: the service's text, verbatim. The answer repeats `content_hash`. */
export const consentShows = z.object({
  step: z.literal('consent'),
  content_hash: z.string(),
  given_name: z
    .exactOptional(z.string())
    .describe(
      'The name that the customer gave, to compare the signature with. It is never the signature itself.',
    ),
  ...consentText.shape,
});
export type ConsentShows = z.infer<typeof consentShows>;

const help = z.string().nullable().describe('Text of the service beside it; null without any.');
const options = z.array(
  z.object({
    value: z.union([z.string(), z.number(), z.boolean()]),
    label: z.string(),
  }),
);

/** The prescreen step: the service's form, verbatim and in its order. */
export const prescreenShows = z.object({
  step: z.literal('prescreen'),
  help,
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      help,
      fields: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          help,
          control: z
            .enum(['date_parts', 'boolean_radio', 'text', 'number', 'unknown'])
            .describe('`unknown` is never required. The customer answers it in words.'),
          required: z.boolean(),
          options,
          value: z
            .exactOptional(z.string())
            .describe(
              'What the customer has already said in this booking, as the answer writes it. Default: nothing.',
            ),
        }),
      ),
    }),
  ),
  consent: z.object({
    field: z.string(),
    label: z.string(),
    help,
  }),
  submit_button_text: z.string().nullable().describe('Null if the service sent none.'),
});
export type PrescreenShows = z.infer<typeof prescreenShows>;

/** The questionnaire step: the service's form. The answer repeats its id and `content_hash`. */
export const questionnaireShows = z.object({
  step: z.literal('questionnaire'),
  questionnaire_definition_id: z.string(),
  content_hash: z.string(),
  name: z.string().nullable().describe('Null if the service sent none.'),
  help,
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      help,
    }),
  ),
  fields: z
    .array(
      z.object({
        id: z.string(),
        label: z.string(),
        help,
        required: z.boolean(),
        type: z.enum(['boolean', 'choice', 'text', 'number']),
        options: options.describe('The answers to choose from. Without any, a `boolean` is yes or no.'),
        section_id: z.string().nullable(),
      }),
    )
    .describe('`section_id` is null if the service sends none.'),
  acknowledgements: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      help,
      required: z.boolean(),
      copy_format: z.enum(['html', 'text']).nullable(),
      copy: z.string().nullable(),
    }),
  ),
});
export type QuestionnaireShows = z.infer<typeof questionnaireShows>;
