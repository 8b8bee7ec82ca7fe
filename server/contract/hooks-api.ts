/**
 * The hooks wire: the server calls a hook of the partner over HTTP (HOOKS_URL). hooks.ts describes what each hook does.
 *
 * POST {HOOKS_URL}/{hook}    HookCall -> 200 { "result": ... }; 401 if the signature is not valid
 * POST {HOOKS_URL}/check     the same, with the result `true`: `doctor` sends it
 * Each request is signed as Standard Webhooks describes: `webhook-id`, `webhook-timestamp`, `webhook-signature`. The
 * signature does not cover the path, so the body names the hook.
 */
import { z } from 'zod';
import { handoffProfile } from './handoff-api.ts';
import { knownProfile } from './journey-api/answers.ts';
import { partnerText } from './partner-text.ts';
import { knownClinician } from './physician-api.ts';
import { roles } from './token-api.ts';
import { returnedId } from './upstream-api/envelope.ts';
import { isoDate } from './upstream-api/identity.ts';
import { prescreenAnswers } from './upstream-api/prescreen.ts';

/** The version of the bodies. A later version adds fields; a change that breaks an endpoint raises the number. */
export const hooksApiVersion = 1;

/** The largest PDF that a response can hold, in bytes: it is held in memory. */
export const largestHookPdfBytes = 5 * 1024 * 1024;

const offsetTime = z.iso.datetime({ offset: true });
const filled = z.string().min(1);
const subject = z.string().meta({ description: 'Your own id of the user.' });

const paymentRequest = z.object({
  journeyId: z.uuid().meta({ description: 'The booking to pay. It has one bill.' }),
  subject,
  amount: z.number().min(0).meta({ description: 'Decimal units of the currency.' }),
  currency: z.string().length(3).meta({ description: 'ISO 4217.' }),
  description: z.string().meta({ description: "The product's name, for the bill." }),
  returnUrl: z.url().meta({ description: 'The page to which the customer returns.' }),
  cancelUrl: z.url().meta({ description: 'The same page, for a customer who returns without paying.' }),
});

/** The result of the hook `payment`. The server also requires that `payUrl` is https, or on its own machine. */
export const payment = z.discriminatedUnion('state', [
  z.object({ state: z.literal('paid'), reference: z.string().min(1).max(255) }),
  z.object({ state: z.literal('due'), payUrl: z.url() }),
]);

const withoutNulls = (given: unknown): unknown =>
  z.util.isPlainObject(given)
    ? Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) =>
          value === null ? [] : [[name, withoutNulls(value)]],
        ),
      )
    : given;
/** Many languages write a missing value as null, so a field that is null counts as left out. */
const nullsLeftOut = <S extends z.ZodType>(schema: S) => z.preprocess(withoutNulls, schema);

/** The result of the hook `verifySubject`. */
export const verifiedSubject = nullsLeftOut(
  z.object({
    subject: z.string().min(1).max(255),
    role: z.enum(roles).default('customer'),
    expiresAt: z.number().optional().meta({ description: 'Seconds since the epoch.' }),
    issuedAt: z.number().optional().meta({ description: 'Seconds since the epoch.' }),
    tokenId: filled.optional().meta({ description: 'Only one page can then exchange the token.' }),
  }),
);

/** The result of the hook `whoBooked`. */
const bookingUser = z.object({ subject: subject.min(1).max(255) });

/** A purchase as the hook `handoffOrder` returns it. */
export const handoffPurchase = z.strictObject({
  reference: z.string().min(1).max(200),
  catalogId: returnedId,
  offeringId: returnedId,
  customer: handoffProfile.extend({ email: z.email() }),
  /** Exactly one source (ORD-06, T50). */
  consent: z.union([z.strictObject({ grantId: returnedId }), z.strictObject({ evidenceId: returnedId })]),
  paymentReference: z.string().min(1).max(255),
  prescreen: prescreenAnswers.optional(),
});

/** The bookable pair of an order. */
export const orderOffering = z.object({ catalogId: returnedId, offeringId: returnedId });

/** The result of the hook `handoffOrder`; null if the user has no such order. */
export const handoffOrder = nullsLeftOut(
  z.union([
    z.object({ orderId: returnedId, offering: orderOffering.optional() }),
    z.object({ purchase: handoffPurchase }),
  ]),
).nullable();

const largestPdfText = Math.ceil(largestHookPdfBytes / 3) * 4;
/** base64 of a PDF. Its characters are checked where it is decoded, since a pattern is slow on megabytes. */
const pdf = z
  .string()
  .min(1)
  .max(largestPdfText)
  .meta({ contentEncoding: 'base64', contentMediaType: 'application/pdf' });

const consentDocument = z.object({
  pdf,
  signerName: filled,
  signedAt: offsetTime,
  collectedAt: offsetTime,
  attestationVersion: filled,
});

const physicianDocument = z.object({
  pdf,
  physicianFullName: filled,
  npi: filled,
  licenseState: filled,
  licenseNumber: filled,
  orderDate: isoDate,
  attestationVersion: filled,
});

/** A value of the results, as the service sent it. */
const resultValue = z.object({
  name: z.string(),
  value: z.union([z.number(), z.string()]),
  unit: z.string().nullable(),
});
const resultWords = nullsLeftOut(partnerText).nullable();

const smallBytes = 64 * 1024;
const documentBytes = largestPdfText + smallBytes;

/** One hook on the wire. */
export interface HookOperation {
  /** Its result, in one line. */
  summary: string;
  request: z.ZodType;
  result: z.ZodType;
  /** How long the server waits for the result, in milliseconds, with all retries. */
  deadlineMs: number;
  /** Whether the server sends the request again after a failure. */
  isRepeated: boolean;
  /** The largest response, in bytes. */
  responseBytes: number;
}

/** Every hook by its name, which is also its path. */
export const hookOperations = {
  payment: {
    summary: 'The payment state of a booking',
    request: paymentRequest,
    result: payment,
    deadlineMs: 10_000,
    isRepeated: true,
    responseBytes: smallBytes,
  },
  verifySubject: {
    summary: 'The user of a subject token; null if it is none of yours',
    request: z.object({ token: z.string(), tokenType: z.string() }),
    result: verifiedSubject.nullable(),
    deadlineMs: 5_000,
    // The endpoint may accept a token only once.
    isRepeated: false,
    responseBytes: smallBytes,
  },
  customerProfile: {
    summary: 'What you know of a customer, to prefill the form; null if nothing',
    request: z.object({ subject }),
    result: knownProfile.nullable(),
    deadlineMs: 3_000,
    isRepeated: true,
    responseBytes: smallBytes,
  },
  handoffOrder: {
    summary: 'The order to hand over, or the purchase for a new one; null if the user has none',
    request: z.object({
      subject,
      orderId: z.string().nullable().meta({ description: 'As the page named it: check its user.' }),
    }),
    result: handoffOrder,
    deadlineMs: 10_000,
    isRepeated: true,
    responseBytes: smallBytes,
  },
  whoBooked: {
    summary: 'The user who booked an appointment that a restored database has lost; null if you do not know',
    request: z.object({ appointmentId: z.string(), orderId: z.string() }),
    result: bookingUser.nullable(),
    deadlineMs: 5_000,
    isRepeated: true,
    responseBytes: smallBytes,
  },
  mayOrder: {
    summary: 'Whether a physician may order for an appointment',
    request: z.object({ subject, appointmentId: z.string() }),
    result: z.boolean(),
    deadlineMs: 5_000,
    isRepeated: true,
    responseBytes: smallBytes,
  },
  clinicianProfile: {
    summary: "A clinician's own data, to prefill an order; null if you know nothing",
    request: z.object({ subject }),
    result: knownClinician.nullable(),
    deadlineMs: 3_000,
    isRepeated: true,
    responseBytes: smallBytes,
  },
  resultWords: {
    summary: 'Plain words for each value of results, in the order of `values`; null if you have none',
    request: z.object({
      subject,
      appointmentId: z.string(),
      testType: z.string(),
      values: z.array(resultValue),
    }),
    result: z.array(resultWords).nullable(),
    deadlineMs: 3_000,
    isRepeated: true,
    responseBytes: smallBytes,
  },
  consentDocument: {
    summary: 'The signed consent that you hold; null if the customer must upload it',
    request: z.object({ journeyId: z.uuid(), subject, testType: z.string() }),
    result: consentDocument.nullable(),
    deadlineMs: 20_000,
    isRepeated: true,
    responseBytes: documentBytes,
  },
  physicianDocument: {
    summary: 'The signed order that you hold; null if the physician must upload it',
    request: z.object({ appointmentId: z.string(), subject, testType: z.string() }),
    result: physicianDocument.nullable(),
    deadlineMs: 20_000,
    isRepeated: true,
    responseBytes: documentBytes,
  },
} as const satisfies Record<string, HookOperation>;

/** The schemas of every hook, for types. */
export type HookOperations = typeof hookOperations;
/** The name of a hook. */
export type HookName = keyof HookOperations;
/** All names, in the order of the guide. */
export const hookNames = Object.keys(hookOperations) as HookName[];

/** The request by which `doctor` checks the signature; it has no effect. */
export const checkOperation = {
  summary: 'Confirms that the endpoint accepts the signature',
  request: z.object({}),
  result: z.literal(true),
  deadlineMs: 5_000,
  isRepeated: false,
  responseBytes: smallBytes,
} as const satisfies HookOperation;
