/**
 * Another service that keeps every word of the specification and differs where that is silent: each difference by itself,
 * laid over the sandbox's answers, and the assumptions that a partner would set for it.
 */
import type { Passed, RecordedRequest, Rewrite } from '../support/recording-proxy.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object within, changed from the inside out. */
export function everywhere(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => everywhere(item, change));
  if (!isFields(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, everywhere(inner, change)])),
  );
}

export const renamed = (names: Record<string, string>) => (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));

/**
 * Changes the data of the answers to the requests that match.
 * @param request matches the method and the address
 * @param change returns other data, or undefined if it has changed the data itself
 */
export const dataOf =
  <Data extends object = Fields>(request: RegExp, change: (data: Data) => unknown): Rewrite =>
  ({ method, url }, answer) => {
    if (!request.test(`${method} ${url}`) || !isFields(answer.body) || !isFields(answer.body.data))
      return answer;
    const data = change(answer.body.data as Data);
    return { ...answer, body: data === undefined ? answer.body : { ...answer.body, data } };
  };

/** The first response to each matching address asks to wait. */
function waitFirst(path: RegExp): Rewrite {
  const asked = new Set<string>();
  return ({ method, url, headers }: RecordedRequest, answer: Passed) => {
    const call = `${method} ${url} ${headers['idempotency-key'] ?? ''}`;
    if (!path.test(url) || asked.has(call) || answer.status >= 300) return answer;
    asked.add(call);
    const at = new Date(Date.now() + 1000).toUTCString();
    const error = { message: 'Later, please.', details: null, path: url, request_id: 'r', timestamp: at };
    const body = { code: 503, data: null, error };
    return { status: 503, headers: { ...answer.headers, 'retry-after': at }, body };
  };
}

const decisionNames = {
  id: 'ref',
  label: 'heading',
  title: 'heading',
  detail_link: 'more',
  detail_format: 'markup',
  detail_content: 'wording',
};

const presentationNames = {
  title: 'caption',
  label: 'caption',
  value: 'entry',
  rows: 'lines',
  statements: 'assertions',
  statement: 'wording',
};

/** Without its entry each of these ends in a problem that names it. */
export const needsEntry = {
  'decisions under other keys': {
    entry: 'consent.decisionKeys',
    rewrite: dataOf(/\/consent-bundles\//, (data) => {
      const template = data.template as { content: { decisions: unknown } };
      const decisions = everywhere(template.content.decisions, (fields) =>
        renamed(decisionNames)(
          fields.detail_format === 'html' ? { ...fields, detail_format: 'rich_text' } : fields,
        ),
      );
      return { ...data, template: { ...template, content: { ...template.content, decisions } } };
    }),
    assumptions: {
      consent: {
        decisionKeys: {
          id: ['ref'],
          label: ['heading'],
          link: ['more'],
          format: ['markup'],
          detail: ['wording'],
        },
        htmlFormats: ['rich_text'],
      },
    },
  },
  'an order to sign made of other keys': {
    entry: 'physician.presentationKeys',
    rewrite: dataOf(/\/physician-order-sessions/, (data) => ({
      ...data,
      presentation: everywhere(data.presentation, (fields) =>
        // Its own three keys are the specification's.
        fields.required_acknowledgements === undefined ? renamed(presentationNames)(fields) : fields,
      ),
    })),
    assumptions: {
      physician: { presentationKeys: ['caption', 'entry', 'lines', 'assertions', 'wording', 'text'] },
    },
  },
} satisfies Record<string, { entry: string; rewrite: Rewrite; assumptions: object }>;

/** These need no entry: a tolerant reader accepts them. */
export const needsNothing = {
  'fields that nobody has heard of, everywhere': ((_request, answer) => ({
    ...answer,
    body: everywhere(answer.body, (fields) => {
      // Values by a key of the customer's or of the content are no records, and records alone grow.
      const isRecord = Object.keys(fields).some((name) => /^(code|status|.*_id|.*_at|.*_status)$/.test(name));
      return isRecord ? { ...fields, x_unheard_of: { of: ['it'] } } : fields;
    }),
  })) satisfies Rewrite,
  'headers of an upload as a list': dataOf(/-evidence/, (data) => {
    const session = data.upload_session;
    if (!isFields(session) || !isFields(session.required_headers)) return data;
    const list = Object.entries(session.required_headers).map(([name, value]) => ({ name, value }));
    return { ...data, upload_session: { ...session, required_headers: list } };
  }),
  'a wait asked for until a date': waitFirst(
    /\/(identities|orders|schedule|scheduling-questionnaire|consent-sessions|finalize|complete)$/,
  ),
  'states of an appointment that nobody has heard of': dataOf(
    /\/v1\/(orders|appointments\/[^/?]+)$/,
    (data) =>
      everywhere(data, (fields) =>
        fields.results_status === undefined ? fields : { ...fields, results_status: 'on_a_shelf' },
      ),
  ),
} satisfies Record<string, Rewrite>;

/** One after the other. */
export const together =
  (rewrites: Rewrite[]): Rewrite =>
  (request, answer) =>
    rewrites.reduce((passed, rewrite) => rewrite(request, passed), answer);
