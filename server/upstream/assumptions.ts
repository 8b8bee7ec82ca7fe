/**
 * What the specification does not show and this server needs all the same: each named, with its default (requirements,
 * "Not shown"; VER-10). What onboarding answers differently stands in one JSON file, named in ASSUMPTIONS_FILE; README
 * has a row for every entry. A difference that is not in the file ends in `unmet`, never in a guess.
 */
import { z } from 'zod';
import type { Price } from '../contract/journey-api/views.ts';
import type { Product } from '../contract/upstream-api/offerings.ts';
import {
  type AppointmentQuestionnaire,
  type QuestionnaireSubmission,
  questionnaireSubmission,
} from '../contract/upstream-api/questionnaire.ts';
import { Problem } from '../errors.ts';

/** Names under which a value may stand, the likeliest first. */
const keys = (...names: string[]) => z.array(z.string().min(1)).min(1).default(names);
const section = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape);

export const assumptionsFile = z.strictObject({
  consent: section({
    /** The keys of a decision item (GAP-17). */
    decisionKeys: section({
      id: keys('id', 'decision_id', 'key'),
      label: keys('label', 'decision_label', 'title'),
      link: keys('detail_link', 'detail_link_label', 'link_label', 'link'),
      format: keys('detail_format', 'format', 'content_format'),
      detail: keys('detail_content', 'detail', 'content', 'view_consent_html'),
    }).prefault({}),
    /** The detail formats that are HTML; any other is shown as text (GAP-18). */
    htmlFormats: keys('html', 'text/html'),
  }).prefault({}),
  evidence: section({
    /** The attestation's version, agreed at onboarding; without it no document is taken (GAP-32). */
    attestationVersion: z.string().min(1).nullable().default(null),
  }).prefault({}),
  product: section({
    /** The price that a customer is shown (GAP-11). */
    priceField: z.enum(['retail_price', 'integrator_price']).default('retail_price'),
  }).prefault({}),
  physician: section({
    /** The keys under which a presentation has its text; what stands under another cannot be shown, so it is not signed (GAP-79). */
    presentationKeys: keys(
      ...['title', 'heading', 'label', 'name', 'value', 'text', 'statement', 'description', 'content'],
      ...['rows', 'statements', 'items', 'sections', 'paragraphs', 'fields'],
    ),
    /** The keys that identify a part and are no text of it (GAP-79). */
    identifierKeys: keys('id', 'key'),
  }).prefault({}),
  handoff: section({
    /** Where the answer to a handoff has the hosted page's address (GAP-94). */
    urlKeys: keys('url', 'handoff_url', 'hosted_url', 'scheduling_url', 'redirect_url'),
    /** Where it says until when that serves (GAP-94). */
    expiryKeys: keys('expires_at', 'url_expires_at'),
  }).prefault({}),
  webhook: section({
    /** Where the answer to a registration has the signing secret: one of these, and only one (GAP-86). */
    secretKeys: keys('signing_secret', 'secret', 'webhook_secret', 'signing_key'),
    /** What bytes of the secret sign (GAP-88). */
    secretEncoding: z.enum(['utf8', 'hex', 'base64']).default('utf8'),
    /** Where an evidence event has the id of its record (GAP-89). */
    evidenceIdKeys: keys('evidence_id', 'id', 'customer_consent_evidence_id', 'physician_order_evidence_id'),
    /** The envelope's versions that are read; another is stored, and what it tells is found in the list. Null reads all (VER-04). */
    payloadVersions: z.array(z.string().min(1)).min(1).nullable().default(null),
    /** How far back of the last change seen the list is asked for, in seconds (GAP-76). */
    overlapSeconds: z.number().min(0).max(86_400).default(300),
  }).prefault({}),
});

export type Assumptions = z.output<typeof assumptionsFile>;
type Entries = { [S in keyof Assumptions]: `${S}.${Extract<keyof Assumptions[S], string>}` };
/** `consent.decisionKeys`: how the file, README and a problem call an entry. */
export type AssumptionName = Entries[keyof Entries];

/** The defaults, until the file was read. Entries are looked up when they are needed, never kept. */
export const assumptions: Assumptions = assumptionsFile.parse({});

/** Puts the operator's own in place, once, as the server starts. */
export const assume = (own: Assumptions): void => void Object.assign(assumptions, own);

/** The service answers otherwise than an entry says: nothing goes on, and the operator learns which entry mends it. */
export const unmet = (entry: AssumptionName): Problem =>
  new Problem(503, 'assumption_unmet', `The service answers otherwise than assumed: see ${entry}.`);

/** The amount as it came, in its own currency: nothing is calculated (GAP-11, DISC-30). */
export const shownPrice = (product: Product): Price => ({
  amount: product[assumptions.product.priceField],
  currency: product.currency,
});

/** Where a finalized submission stands on the appointment's read: under `submission`, or its fields beside the definition's (GAP-59). */
export const submissionOn = (read: AppointmentQuestionnaire): QuestionnaireSubmission | null =>
  questionnaireSubmission.safeParse(read.submission ?? read).data ?? null;
