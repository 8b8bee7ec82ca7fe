/**
 * Everything the specification leaves open and this server needs: each an entry with a name and a default (requirements,
 * "Not shown"; VER-10). ASSUMPTIONS_FILE names one JSON file with the entries that differ; server/assumptions.md lists them all.
 */
import { z } from 'zod';

const list = z.array(z.string().min(1)).min(1);

/**
 * Names in the order in which they are tried. A list in the file is put in front of the defaults;
 * `{ "replace": [...] }` takes their place.
 */
const names = (...defaults: string[]) =>
  z
    .union([list, z.strictObject({ replace: list })])
    .optional()
    .transform((own): string[] => {
      if (own === undefined) return defaults;
      return Array.isArray(own) ? [...new Set([...own, ...defaults])] : own.replace;
    });

const section = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape).prefault({} as never);

export const assumptionsFile = z.strictObject({
  consent: section({
    /** The keys of a decision item (GAP-17). */
    decisionKeys: section({
      id: names('id', 'decision_id', 'key'),
      label: names('label', 'decision_label', 'title'),
      link: names('detail_link', 'detail_link_label', 'link_label', 'link'),
      format: names('detail_format', 'format', 'content_format'),
      detail: names('detail_content', 'detail', 'content', 'view_consent_html'),
    }),
    /** The detail formats that are HTML; any other is shown as text (GAP-18). */
    htmlFormats: names('html', 'text/html'),
    /** Where the bundle has the sections that `required_section_ids` names, and the keys of one (GAP-19). */
    sectionKeys: section({
      list: names('sections', 'consent_sections'),
      id: names('id', 'section_id', 'key'),
      title: names('title', 'heading', 'section_title'),
      body: names('body', 'content', 'text', 'paragraphs'),
    }),
    /** The keys of a decision or section whose text is not for the customer; text under any other key must be shown (GAP-17, GAP-19). */
    ignoredKeys: names('internal_note'),
    /** Where a refusal names the consent session that is still open (GAP-26). */
    sessionIdKeys: names(
      ...['session_id', 'consent_session_id', 'open_session_id', 'existing_session_id'],
      ...['session.id', 'consent_session.id', 'open_session.id', 'existing_session.id'],
    ),
  }),
  evidence: section({
    /** The attestation's version, agreed at onboarding; without it no document is taken (GAP-32). */
    attestationVersion: z.string().min(1).nullable().default(null),
  }),
  prescreen: section({
    /** The keys of an answer that a customer can choose (GAP-44). */
    optionKeys: section({ value: names('value', 'id', 'key'), label: names('label', 'text', 'title') }),
  }),
  product: section({
    /** The price that a customer is shown (GAP-11). */
    priceField: z.enum(['retail_price', 'integrator_price']).default('retail_price'),
  }),
  questionnaire: section({
    /** Where the appointment's read has the submission once it is finalized (GAP-59). */
    submissionKeys: names('submission', 'finalized_submission', 'questionnaire_submission'),
    /** Where an acknowledgement has the text that belongs to it. */
    copyKeys: names('copy'),
  }),
  physician: section({
    /** The keys under which a presentation has its text; text under another cannot be shown, so it is not signed (GAP-79). */
    presentationKeys: names(
      ...['title', 'heading', 'label', 'name', 'value', 'text', 'statement', 'description', 'content'],
      ...['rows', 'statements', 'items', 'sections', 'paragraphs', 'fields'],
      ...['table', 'columns', 'cells', 'header', 'headers'],
    ),
    /** The keys that identify a part and are no text of it (GAP-79). */
    identifierKeys: names('id', 'key'),
    /** What a session is called once it is signed, and once its signature is void (GAP-81). */
    sessionWords: section({
      signed: names('finalizing', 'finalized'),
      closed: names('abandoned', 'replaced'),
    }),
    /** What an artifact is called once it can be fetched, and once it never will be (GAP-81). */
    artifactWords: section({
      ready: names('available', 'ready', 'completed'),
      processing: names('pending', 'processing', 'rendering', 'queued'),
      failed: names('failed', 'error'),
    }),
  }),
  handoff: section({
    /** Where the answer to a handoff has the hosted page's address (GAP-94). */
    urlKeys: names('url', 'handoff_url', 'hosted_url', 'scheduling_url', 'redirect_url'),
    /** Where it says until when that serves (GAP-94). */
    expiryKeys: names('expires_at', 'url_expires_at'),
    /** Where it says whether the page is for a frame (GAP-94). */
    modeKeys: names('presentation_mode'),
  }),
  embed: section({
    /** Where a message of the hosted page has its name (GAP-99). */
    typeKeys: names('type', 'event', 'name'),
    /** Where it has what belongs to its name, if that is an object of its own (GAP-99). */
    payloadKeys: names('payload', 'data', 'detail'),
    /** Where it has a height in pixels, an address, a status (GAP-99). */
    heightKeys: names('height', 'height_px'),
    urlKeys: names('url', 'href'),
    statusKeys: names('status', 'reason'),
    /** What each message is called (GAP-99). */
    types: section({
      ready: names('service.embed.ready'),
      resize: names('service.embed.resize'),
      complete: names('service.embed.complete'),
      return: names('service.embed.return'),
      profile: names('service.embed.profile'),
      exit: names('service.embed.exit'),
      error: names('service.embed.error'),
    }),
  }),
  webhook: section({
    /** Where the answer to a registration has the signing secret: one of these, and only one (GAP-86). */
    secretKeys: names('signing_secret', 'secret', 'webhook_secret', 'signing_key'),
    /** How the secret becomes the bytes that sign (GAP-88). */
    secretEncoding: z.enum(['utf8', 'hex', 'base64']).default('utf8'),
    /** Where an evidence event has the id of its record (GAP-89). */
    evidenceIdKeys: names('evidence_id', 'customer_consent_evidence_id', 'physician_order_evidence_id', 'id'),
    /** The envelope's versions that are read; events of another are stored, and the list is read instead. Null reads all (VER-04). */
    payloadVersions: z.array(z.string().min(1)).min(1).nullable().default(null),
    /** How far back of the last change seen the list is asked for, in seconds (GAP-76). */
    overlapSeconds: z.number().min(0).max(86_400).default(300),
  }),
});

/** The entries as they are in force: the defaults with the operator's own. */
export type AssumptionValues = z.output<typeof assumptionsFile>;

type Paths<T> = {
  [K in keyof T & string]: T[K] extends readonly string[] | string | number | null
    ? K
    : `${K}.${Paths<T[K]>}`;
}[keyof T & string];
type ListPaths<T> = {
  [K in keyof T & string]: T[K] extends readonly string[]
    ? K
    : T[K] extends readonly string[] | string | number | null
      ? never
      : `${K}.${ListPaths<T[K]>}`;
}[keyof T & string];

/** `consent.decisionKeys.label`: what the file, the guide, a problem, the log and the metric call an entry. */
export type AssumptionName = Paths<AssumptionValues>;
/** An entry that lists names or words. */
export type ListEntry = ListPaths<AssumptionValues>;

/** The names or words of an entry, in the order in which they are tried. */
export function listOf(values: AssumptionValues, entry: ListEntry): readonly string[] {
  let node: unknown = values;
  for (const part of entry.split('.')) node = (node as Record<string, unknown>)[part];
  return node as string[];
}

const namesIn = (node: object, path: string[]): string[] =>
  Object.entries(node).flatMap(([name, value]) => {
    const at = [...path, name];
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isSection ? namesIn(value, at) : [at.join('.')];
  });

/** Every entry, in the order of the file. */
export const assumptionNames = namesIn(assumptionsFile.parse({}), []) as AssumptionName[];
