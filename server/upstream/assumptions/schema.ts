/**
 * The assumptions: one entry with a name and a default for each point that the specification leaves open and this
 * server depends on (requirements, "Not shown"; VER-10). ASSUMPTIONS_FILE names a JSON file with the entries that
 * differ; server/assumptions.md lists all entries.
 */
import { z } from 'zod';

const list = z.array(z.string().min(1)).min(1);

/**
 * Names in the order in which the server tries them. A list in the file goes before the defaults; `{ "replace": [...]
 * }` replaces them.
 */
const names = (...defaults: string[]) =>
  z
    .union([list, z.strictObject({ replace: list })])
    .optional()
    .transform((own): string[] => {
      if (own === undefined) return defaults;
      return Array.isArray(own) ? [...new Set([...own, ...defaults])] : own.replace;
    });

/** Pairs of a word of the service and one of ours, such as `select choice`; the first pair of a word counts. */
const drawn = (kinds: readonly string[], ...defaults: string[]) =>
  names(...defaults).refine(
    (pairs) => pairs.every((pair) => kinds.includes(/^\S.* (\S+)$/.exec(pair)?.[1] ?? '')),
    `Write a word of the service and how it is drawn (${kinds.join(', ')}), such as "select choice".`,
  );

/** What the page cannot apply: questions that depend on others, and questions within a question. */
const unsupported = () =>
  names(
    ...['visible_when', 'visible_if', 'show_when', 'show_if', 'enable_when', 'enabled_when', 'required_when'],
    ...['condition', 'conditions', 'conditional', 'depends_on', 'when', 'fields', 'questions', 'children'],
    ...['sub_questions', 'follow_up', 'follow_ups'],
  );
const help = () =>
  names(
    ...['help_text', 'help', 'hint', 'description', 'note', 'instructions', 'introduction', 'intro'],
    ...['unit', 'units', 'placeholder'],
  );

const section = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape).prefault({} as never);

/** The schema of ASSUMPTIONS_FILE, with the default of each entry. */
export const assumptionsFile = z.strictObject({
  appointment: section({
    /**
     * The service's words for each status of an appointment, compared without case and underscores. With an unknown
     * word, the customer reads that the status is not available (GAP-53..GAP-55).
     */
    statusWords: section({
      unscheduled: names('pending_scheduling', 'created'),
      requested: names('pending_confirmation', 'requested'),
      confirmed: names('confirmed', 'rescheduled'),
      canceled: names('canceled'),
      refunded: names('refunded'),
      noShow: names('no_show'),
      resultsInProgress: names('results_in_progress'),
      resultsReady: names('results_ready'),
      completed: names('completed'),
    }),
    /** How a reason for a cancellation begins that names who canceled. For another, the customer reads no name. */
    cancellationReasons: section({
      customer: names('customer_', 'member_', 'patient_'),
      clinic: names('location_', 'clinic_', 'facility_', 'center_'),
    }),
  }),
  consent: section({
    /** The keys of a decision item (GAP-17). */
    decisionKeys: section({
      id: names('id', 'decision_id', 'key'),
      label: names('label', 'decision_label', 'title'),
      link: names('detail_link', 'detail_link_label', 'link_label', 'link'),
      format: names('detail_format', 'format', 'content_format'),
      detail: names('detail_content', 'detail', 'content', 'view_consent_html'),
    }),
    /**
     * The detail formats that are HTML. The server shows all others as text; an unknown one whose text has HTML tags stops
     * the step (GAP-18).
     */
    htmlFormats: names('html', 'text/html'),
    /**
     * The key of the bundle that holds the sections of `required_section_ids`, and the keys of one section (GAP-19).
     */
    sectionKeys: section({
      list: names('sections', 'consent_sections'),
      id: names('id', 'section_id', 'key'),
      title: names('title', 'heading', 'section_title'),
      body: names('body', 'content', 'text', 'paragraphs'),
    }),
    /** The keys of text beside decisions and sections: before all of them, and after them (GAP-19). */
    leadKeys: names('title', 'heading', 'introduction', 'intro', 'preamble', 'lead'),
    tailKeys: names('footer', 'closing', 'conclusion'),
    /**
     * The keys of the content, a decision or a section whose text is not for the customer; text under any other key
     * must be shown (GAP-17, GAP-19).
     */
    ignoredKeys: names('internal_note'),
    /** The key of a refusal that names the open consent session (GAP-26). */
    sessionIdKeys: names(
      ...['session_id', 'consent_session_id', 'open_session_id', 'existing_session_id'],
      ...['session.id', 'consent_session.id', 'open_session.id', 'existing_session.id'],
    ),
  }),
  evidence: section({
    /** The attestation version that was agreed at onboarding; without it the server accepts no document (GAP-32). */
    attestationVersion: z.string().min(1).nullable().default(null),
  }),
  eligibility: section({
    /**
     * The ages that a test is for, in whole years: a test type and a range whose ends can be open. The customer learns
     * it before the consent and the payment. The outcome codes of the questionnaire name these ages (QST-19, GAP-96).
     */
    ages: names('CALST 40-75', 'DEXA 16-', 'VO2 16-').refine(
      (entries) => entries.every((entry) => /^\w+ \d*-\d*$/.test(entry)),
      'Write a test type and a range of ages, such as "CALST 40-75".',
    ),
  }),
  prescreen: section({
    /** The keys of an answer that a customer can choose (GAP-44). */
    optionKeys: section({ value: names('value', 'id', 'key'), label: names('label', 'text', 'title') }),
    /** The controls that the page can draw, and how (GAP-44). */
    controls: drawn(
      ['date_parts', 'boolean_radio', 'text', 'number'],
      ...[
        'date_parts date_parts',
        'boolean_radio boolean_radio',
        'radio boolean_radio',
        'select boolean_radio',
      ],
      ...['text text', 'tel text', 'number number'],
    ),
    /** The keys of text beside a label, of what the page cannot apply, and of text that is not for the customer. */
    helpKeys: help(),
    unsupportedKeys: unsupported(),
    ignoredKeys: names('internal_note'),
  }),
  product: section({
    /** The price that customers see (GAP-11). */
    priceField: z.enum(['retail_price', 'integrator_price']).default('retail_price'),
    /** Whether amounts are in units of their currency, as 149.00, or in its smallest ones, as 14900 (GAP-11). */
    amountUnit: z.enum(['decimal', 'minor']).default('decimal'),
  }),
  questionnaire: section({
    /** The key of the appointment's questionnaire that holds its finalized submission (GAP-59). */
    submissionKeys: names('submission', 'finalized_submission', 'questionnaire_submission'),
    /** The key of an acknowledgement that holds its text. */
    copyKeys: names('copy'),
    /** The key of a question that holds the id of its section (GAP-58). */
    sectionKeys: names('section_id'),
    /** The types of questions that the page can draw, and how (GAP-58). */
    fieldTypes: drawn(
      ['boolean', 'choice', 'text', 'number'],
      ...['boolean boolean', 'select choice', 'choice choice', 'single_choice choice', 'radio choice'],
      ...['dropdown choice', 'text text', 'string text', 'textarea text'],
      ...['number number', 'integer number', 'decimal number'],
    ),
    /** The key of the answers that a customer can choose from, and the keys of one of them (GAP-58). */
    optionKeys: section({
      list: names('options', 'choices', 'values'),
      value: names('value', 'id', 'key'),
      label: names('label', 'text', 'title'),
    }),
    /** The keys of text beside a label, of what the page cannot apply, and of text that is not for the customer. */
    helpKeys: help(),
    unsupportedKeys: unsupported(),
    ignoredKeys: names('internal_note'),
  }),
  physician: section({
    /**
     * The keys of a presentation that hold text. Text under any other key cannot be shown, so the order is not signed
     * (GAP-79).
     */
    presentationKeys: names(
      ...['title', 'heading', 'label', 'name', 'value', 'text', 'statement', 'description', 'content'],
      ...['rows', 'statements', 'items', 'sections', 'paragraphs', 'fields'],
      ...['table', 'columns', 'cells', 'header', 'headers'],
    ),
    /** The keys that identify a part and are not text (GAP-79). */
    identifierKeys: names('id', 'key'),
    /** The statuses of a signed session, and of a session whose signature is void (GAP-81). */
    sessionWords: section({
      signed: names('finalizing', 'finalized'),
      closed: names('abandoned', 'replaced'),
    }),
    /** The statuses of an artifact that can be fetched, and of one that will never exist (GAP-81). */
    artifactWords: section({
      ready: names('available', 'ready', 'completed'),
      processing: names('pending', 'processing', 'rendering', 'queued'),
      failed: names('failed', 'error'),
    }),
  }),
  handoff: section({
    /** The key of a handoff response that holds the hosted page's address (GAP-94). */
    urlKeys: names('url', 'handoff_url', 'hosted_url', 'scheduling_url', 'redirect_url'),
    /** The key that holds the end of the address's validity (GAP-94). */
    expiryKeys: names('expires_at', 'url_expires_at'),
    /** The key that says whether the page is for a frame (GAP-94). */
    modeKeys: names('presentation_mode'),
  }),
  embed: section({
    /** The key of a message of the hosted page that holds its name (GAP-99). */
    typeKeys: names('type', 'event', 'name'),
    /** The key that holds the message's content, if that is an object of its own (GAP-99). */
    payloadKeys: names('payload', 'data', 'detail'),
    /** The keys that hold a height in pixels, an address and a status (GAP-99). */
    heightKeys: names('height', 'height_px'),
    urlKeys: names('url', 'href'),
    statusKeys: names('status', 'reason'),
    /** The name of each message (GAP-99). */
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
  results: section({
    /** A record with one of these keys wraps results (GAP-75). */
    wrapperKeys: names('order_id', 'appointment_id', 'items', 'results'),
    /** What such a record says of itself. It is no result. */
    recordKeys: names('status', 'results_status', 'test_type', 'object'),
    /** The keys that hold the paging. */
    pagingKeys: names('pagination', 'page_info'),
    /** The last word of the key of an id, which is no result unless it is a number. */
    idKeys: names('id', 'ids', 'uuid', 'ref'),
    /** The keys that hold records and do not name them. */
    containerKeys: names('items', 'results', 'data'),
    /** The last word of the key of a map with the units, or the ranges, of the numbers beside it. */
    unitMaps: names('units'),
    rangeMaps: names('ranges'),
    /** The keys beside a `value`: its name, its unit, its range or the two ends of the range, and a sentence on it. */
    readingKeys: section({
      name: names('name', 'label', 'title', 'measure', 'test', 'code', 'id', 'key'),
      unit: names('unit', 'units'),
      range: names('range', 'reference_range', 'normal_range', 'reference'),
      low: names('low', 'min', 'lower', 'from'),
      high: names('high', 'max', 'upper', 'to'),
      sentence: names('interpretation', 'description', 'explanation', 'summary', 'comment'),
    }),
  }),
  webhook: section({
    /**
     * The key of a registration response that holds the signing secret. The first name with a value counts; values that
     * differ under it are ambiguous (GAP-86).
     */
    secretKeys: names('signing_secret', 'secret', 'webhook_secret', 'signing_key'),
    /** The encoding from which the secret is decoded to the signing key (GAP-88). */
    secretEncoding: z.enum(['utf8', 'hex', 'base64']).default('utf8'),
    /** The key of an evidence event that holds the id of its record (GAP-89). */
    evidenceIdKeys: names('evidence_id', 'customer_consent_evidence_id', 'physician_order_evidence_id', 'id'),
    /**
     * The envelope versions that the server reads. Events of other versions are stored, and the server reads the list
     * instead. Null reads all versions (VER-04).
     */
    payloadVersions: z.array(z.string().min(1)).min(1).nullable().default(null),
    /** How far before the last seen change the list is read again, in seconds (GAP-76). */
    overlapSeconds: z.number().min(0).max(86_400).default(300),
  }),
});

/** The entries in force: the defaults with the operator's own values. */
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

/** The name of an entry in the file, the guide, problems, logs and metrics: `consent.decisionKeys.label`. */
export type AssumptionName = Paths<AssumptionValues>;
/** An entry that lists names or words. */
export type ListEntry = ListPaths<AssumptionValues>;

/** Reads the names or words of an entry, in the order in which they are tried. */
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
