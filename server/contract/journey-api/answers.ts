/** The answers that the page sends on the journey wire, one for each step that a customer answers. */
import { z } from 'zod';
import { optional, partOf } from '../known-part.ts';
import { returnedId } from '../upstream-api/envelope.ts';
import { isoDate, sexes } from '../upstream-api/identity.ts';
import { testType } from '../upstream-api/test-types.ts';
import { stepNames } from './steps.ts';

/** Control characters, and characters that turn the direction of a text around, have no place in a line. */
const line = (max: number) =>
  z
    .string()
    .overwrite((text) =>
      text
        .replaceAll(/\p{Bidi_Control}/gu, '')
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .max(max, `At most ${max} characters.`);
const filled = (max: number) => line(max).min(1, 'This is needed.');

const near = z.union([
  /** A ZIP code of the United States, also with its last four digits (ZIP+4). */
  z.strictObject({ zip: z.string().regex(/^\d{5}(-\d{4})?$/, 'A ZIP code has five digits.') }),
  z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
]);
const ids = z.array(returnedId).min(1).max(100);

/**
 * The request of the page for a booking. It applies to a new journey, and to the current one while its customer has
 * chosen no place. `start_over` abandons a journey without an order, or leaves a finished one.
 *
 * A new journey is not stored: its view says so in `is_stored`. Only `again`, and `start_over` that leaves a journey,
 * store it at once.
 */
export const openJourney = z.strictObject({
  test_types: z.array(testType).min(1).optional(),
  /** Whether to show other tests if the requested one is not nearby (DISC-21). */
  alternates: z.boolean().optional(),
  /** Where to search. The server searches at once if only one test is offered. */
  near: near.optional(),
  /** Shows only these places, by `id` of the location. */
  locations: ids.optional(),
  /** Shows only these offerings, by `offering_id`. If the search at the opening finds just one, it is chosen at once. */
  offerings: ids.optional(),
  /** Shows only places this near, in miles. */
  radius_miles: z.number().positive().max(3000).optional(),
  start_over: z.boolean().optional(),
  /**
   * Books the test of an earlier appointment of the customer again, at the same clinic. A journey that is under way is not
   * left for it.
   */
  again: z.string().min(1).max(200).optional(),
});
export type OpenJourney = z.infer<typeof openJourney>;

/**
 * What the page asked for when it received a view that is not stored (`is_stored`). The page sends it with each request
 * about that view: the first answer or draft then stores the journey, under the id and revision of the view. A page that asked
 * for nothing may leave it out, except for previews.
 */
export const opening = openJourney.omit({ start_over: true, again: true });
export type Opening = z.infer<typeof opening>;

/** A search, or the choice of one of its results. */
const placeAnswer = z.union([
  z.strictObject({
    search: z.strictObject({
      test_types: z.array(testType).min(1, 'Choose a test.'),
      near,
      page: z.int().min(1).optional(),
    }),
  }),
  z.strictObject({
    choose: z.strictObject({
      catalog_id: returnedId,
      offering_id: returnedId,
      /** Skips the step `product` where it has no note of the place to read. */
      accept: z.literal(true).optional(),
    }),
  }),
]);

const productAnswer = z.strictObject({ accept: z.literal(true) });

/** The exact strings of the availability (DISC-39). */
const timesAnswer = z.strictObject({
  primary: z.string().min(1),
  alternates: z.array(z.string().min(1)).min(1, 'Choose at least one alternate time.').max(3),
});

/** The customer's own data, for the identity and the order. */
export const profile = z.strictObject({
  first_name: filled(100),
  last_name: filled(100),
  email: z.email('Enter an e-mail address like name@example.com.').max(254),
  phone: filled(30),
  date_of_birth: isoDate,
  sex: z.enum(sexes),
  address: z.strictObject({
    address_line_1: filled(200),
    address_line_2: line(200).optional(),
    city: filled(100),
    state: filled(50),
    postal_code: filled(12),
  }),
  /** Requested only if the service requires it (GAP-47, GAP-48). */
  height_inches: z.number().min(20).max(110).optional(),
  weight_pounds: z.number().min(20).max(1000).optional(),
});
export type Profile = z.infer<typeof profile>;

/** The known profile of a customer before the first answer: all fields are optional, and invalid values are left out. */
export const knownProfile = z.object({
  ...partOf(profile.shape),
  address: optional(z.object(partOf(profile.shape.address.shape))),
});
export type KnownProfile = z.infer<typeof knownProfile>;

/** The answer of the step `identity`. */
const identityAnswer = profile;

/** Requests the partner's document, or hands in the uploaded one as signed by its signer. */
const documentAnswer = z.union([
  z.strictObject({ ask_partner: z.literal(true) }),
  z.strictObject({
    document_id: z.uuid(),
    signer_name: filled(200),
    signed_on: isoDate,
    attestation: z.literal(true),
  }),
]);

/** `content_hash` is the hash of the shown text, so that no customer signs an unseen text (CONS-19). */
const consentAnswer = z.strictObject({
  content_hash: z.string().min(1),
  decisions: z.record(z.string(), z.boolean()),
  typed_name: filled(200),
  attestation: z.literal(true),
});

/** By field name: booleans, numbers, text, and `dob` as MM/DD/YYYY (PRE-07). */
const prescreenAnswer = z.strictObject({
  fields: z.record(z.string(), z.union([z.boolean(), z.number(), z.string().max(200)])),
});

/** Starts the payment, or checks whether it has arrived; the server trusts its hook and not the page. */
const reviewAnswer = z.strictObject({
  return_url: z.url().max(2000),
  /** The customer came back without paying. @default the customer may have paid */
  canceled: z.literal(true).optional(),
});

/** The parameter that marks the address to which a customer returns without paying. */
export const canceledReturn = { name: 'dx-payment', value: 'canceled' } as const;

/** Answers by the id of their question: a boolean, the value of an option, a number or text. */
const questionnaireAnswer = z.strictObject({
  questionnaire_definition_id: returnedId,
  content_hash: z.string().min(1),
  answers: z.record(z.string(), z.union([z.boolean(), z.number(), z.string().max(2000)])),
  acknowledgements: z.record(z.string(), z.boolean()),
});

/** The schema of each step's answer. */
export const answers = {
  place: placeAnswer,
  product: productAnswer,
  times: timesAnswer,
  identity: identityAnswer,
  document: documentAnswer,
  consent: consentAnswer,
  prescreen: prescreenAnswer,
  review: reviewAnswer,
  questionnaire: questionnaireAnswer,
} as const;
/** A step that the customer answers. The server does the other steps by itself. */
export type AnswerableStep = keyof typeof answers;
/** The answer of each step, by the step's name. */
export type Answers = { [S in AnswerableStep]: z.infer<(typeof answers)[S]> };

/** The names of the steps that a customer answers. */
const answerableSteps = Object.keys(answers) as [AnswerableStep, ...AnswerableStep[]];

/** A request names at most this many offerings. */
const mostPreviews = 10;
/** The body of POST previews: the ids of offerings. It stores nothing. */
export const previewsRequest = z.strictObject({
  offerings: z.array(returnedId).min(1).max(mostPreviews),
  opening: opening.optional(),
});

/** The body of POST revisit. */
export const revisit = z.strictObject({ step: z.enum(stepNames), opening: opening.optional() });
/** Any JSON object of a small size; stored encrypted and returned unchanged. */
export const draft = z.record(z.string(), z.unknown());
/** The unsent input of a customer in one step; only the step's element reads its fields. */
export type Draft = z.infer<typeof draft>;
/**
 * The body of POST /journeys/{id}: the answer of the named step, and what was typed for it if that is not saved yet. An
 * older draft would otherwise replace the answer when the customer goes back to the step.
 */
export const stepAnswer = z.discriminatedUnion(
  'step',
  answerableSteps.map((step) =>
    z.strictObject({
      step: z.literal(step),
      answer: answers[step],
      draft: draft.optional(),
      opening: opening.optional(),
    }),
  ) as [AnswerOf<AnswerableStep>, ...AnswerOf<AnswerableStep>[]],
);
type AnswerOf<S extends AnswerableStep> = {
  [Each in S]: z.ZodObject<
    {
      step: z.ZodLiteral<Each>;
      answer: (typeof answers)[Each];
      draft: z.ZodOptional<typeof draft>;
      opening: z.ZodOptional<typeof opening>;
    },
    z.core.$strict
  >;
}[S];

/** The body of PUT /journeys/{id}: the draft of the named step. */
export const keptDraft = z.strictObject({
  step: z.enum(answerableSteps),
  draft,
  opening: opening.optional(),
});
/** The response to a draft that arrived after the answer to its view. */
export const droppedDraft = z.strictObject({ kept: z.literal(false) });
