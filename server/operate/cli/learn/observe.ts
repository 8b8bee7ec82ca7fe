/**
 * Reads the exchanges of a conformance run as the server would, and compares them with the assumptions (GAP-11,
 * GAP-17..GAP-19, GAP-26, GAP-32, GAP-44, GAP-53, GAP-58, GAP-59, GAP-86, GAP-88, GAP-94).
 */
import { secretIn } from '../../../booking/webhooks/registration.ts';
import { isSecureUrl } from '../../../core/secure-url.ts';
import { appointment, checkInLink, signedForm } from '../../../upstream/appointments/responses.ts';
import { type Meaning, meaningOf } from '../../../upstream/appointments/status-words.ts';
import { createAssumptions } from '../../../upstream/assumptions/assumptions.ts';
import { oneOf } from '../../../upstream/assumptions/kinds.ts';
import { consentBundle } from '../../../upstream/consent/responses.ts';
import { documentHostOf } from '../../../upstream/documents/client.ts';
import { evidenceWithUpload } from '../../../upstream/evidence/responses.ts';
import { pricedOffering } from '../../../upstream/offerings/responses.ts';
import { physicianSession } from '../../../upstream/physician/responses.ts';
import { prescreenShown } from '../../../upstream/prescreen/form.ts';
import { type PrescreenForm, prescreenForm } from '../../../upstream/prescreen/responses.ts';
import { submissionOn, submissionPath } from '../../../upstream/questionnaire/finalized-submission.ts';
import { questionnaireForm } from '../../../upstream/questionnaire/form.ts';
import { questionnaireDefinition, submitted } from '../../../upstream/questionnaire/responses.ts';
import type { ResponseReader } from '../../../upstream/response-reader.ts';
import { webhookKey } from '../../../upstream/webhooks/signing-key.ts';
import type { Exchange } from '../../conformance/client.ts';
import { endpointOf } from '../../conformance/package.ts';
import { readAsServer } from '../read-as-server.ts';
import { compareConsent } from './consent.ts';
import { type Guesses, onlyOne, sure, unsure, withValues } from './guess/guess.ts';
import { guessSecret, guessSubmission, holdersOf } from './guess/guess-answers.ts';
import { leavesOf, textsOf } from './guess/leaves.ts';
import { compareHandoff } from './handoff.ts';
import type { Learning } from './learning.ts';
import { comparePresentation } from './physician.ts';

/** Learns from exchanges. */
export interface Observer {
  observe: (exchange: Exchange) => void;
  /** The hosts of documents that were seen, sorted. */
  hosts: () => string[];
}

const api = '/v1/api-first';
const reportIt = 'No entry of ASSUMPTIONS_FILE covers this. An ADAPTER_MODULE can rewrite the response.';

/** What was seen so far, by the path of the exchange or by an id. */
interface Seen {
  learning: Learning;
  hosts: Set<string>;
  /** What the last write to an appointment did. */
  meanings: Map<string, Meaning>;
  submissions: Map<string, string>;
  /** The open consent sessions of a customer. */
  sessions: Map<string, string[]>;
}

type Rule = (seen: Seen, exchange: Exchange) => void;

/** A rule for responses that succeed. One that the server cannot read is a difference of its own. */
const onData =
  <T extends object>(
    reader: ResponseReader<T>,
    learn: (seen: Seen, data: T, exchange: Exchange) => void,
  ): Rule =>
  (seen, exchange) => {
    const { answer } = exchange;
    if (answer.status >= 300) return;
    const endpoint = endpointOf(exchange) ?? exchange.path;
    const read = readAsServer(reader, answer.data);
    if ('fault' in read) return seen.learning.differs(endpoint, `the response has ${read.fault}`, reportIt);
    if (read.drift !== null) seen.learning.notes(endpoint, `the response has ${read.drift}`);
    learn(seen, read.data, exchange);
  };

/** After a write to an appointment, its next read should show this meaning. */
const means =
  (meaning: Meaning): Rule =>
  ({ meanings }, { path, answer }) => {
    if (answer.status < 300) meanings.set(path.replace(/\/[a-z-]+$/, ''), meaning);
  };

const questions = onData(questionnaireDefinition, ({ learning, submissions }, data, { path }) => {
  learning.compare('the questions of an appointment', (assumptions) => questionnaireForm(data, assumptions));
  const id = submissions.get(path);
  if (id === undefined) return;
  learning.compare(
    'the submission in a questionnaire',
    (assumptions) => {
      if (!submissionOn(data, assumptions))
        assumptions.unmet('questionnaire.submissionKeys', submissionPath, data);
    },
    guessSubmission(data, id),
  );
});

const record = onData(evidenceWithUpload, ({ learning, hosts }, { upload_session }) => {
  if (learning.values().evidence.attestationVersion === null)
    learning.leaveOpen('evidence.attestationVersion');
  const host = documentHostOf(upload_session.url);
  if (host) hosts.add(host);
});

const rules = new Map<string, Rule>([
  [
    'GET /v1/locations/{id}/offerings/{id}/products',
    onData(pricedOffering, ({ learning }, { product }) => {
      const { priceField } = learning.values().product;
      if (product[priceField] !== null) return;
      learning.leaveOpen('product.priceField');
      learning.differs(
        'the price shown to customers',
        `${priceField} is no amount`,
        'Set product.priceField.',
      );
    }),
  ],
  [
    `GET ${api}/consent-bundles/{type}`,
    onData(consentBundle, ({ learning }, bundle, { path }) =>
      compareConsent(learning, path.slice(path.lastIndexOf('/') + 1), bundle),
    ),
  ],
  [`POST ${api}/consent-sessions`, learnSessions],
  [
    'GET /v1/tests/{type}/prescreen-form',
    onData(prescreenForm, ({ learning }, form) =>
      learning.compare(
        'the answer options of the prescreen form',
        (assumptions) => prescreenShown(form, assumptions),
        guessPrescreen(form),
      ),
    ),
  ],
  ['GET /v1/tests/{type}/scheduling-questionnaire', questions],
  ['GET /v1/appointments/{id}/scheduling-questionnaire', questions],
  [
    'POST /v1/appointments/{id}/scheduling-questionnaire',
    onData(submitted, ({ submissions }, { questionnaire_submission_id: id }, { path }) => {
      if (typeof id === 'string') submissions.set(path, id);
    }),
  ],
  ['POST /v1/appointments/{id}/schedule', means('requested')],
  ['POST /v1/appointments/{id}/reschedule', means('requested')],
  ['POST /v1/appointments/{id}/cancel', means('canceled')],
  [
    'GET /v1/appointments/{id}',
    onData(appointment, ({ learning, meanings }, { status }, { path }) =>
      compareStatus(learning, status, meanings.get(path) ?? 'unscheduled'),
    ),
  ],
  [
    `POST ${api}/appointments/{id}/physician-order-sessions`,
    onData(physicianSession, ({ learning }, { presentation }) => comparePresentation(learning, presentation)),
  ],
  ['POST /v1/orders/{id}/schedule-handoff', learnHandoff],
  ['POST /v1/webhook-endpoints', learnSecret],
  [`POST ${api}/consent-evidence`, record],
  [`POST ${api}/appointments/{id}/physician-order-evidence`, record],
  [
    'GET /v1/appointments/{id}/signed-form',
    onData(signedForm, ({ hosts }, { signed_form_url }) => {
      const host = documentHostOf(signed_form_url);
      if (host) hosts.add(host);
    }),
  ],
  [
    'GET /v1/appointments/{id}/check-in-link',
    onData(checkInLink, ({ learning }, { url }) => {
      if (!URL.canParse(url) || !isSecureUrl(new URL(url)))
        learning.differs(
          'the address of a check-in link',
          'it is no HTTPS address',
          'Customers are not sent there.',
        );
    }),
  ],
]);

/** @returns an observer that learns into `learning` */
export function createObserver(learning: Learning): Observer {
  const seen: Seen = {
    ...{ learning, hosts: new Set(), meanings: new Map(), submissions: new Map(), sessions: new Map() },
  };
  return {
    observe: (exchange) => rules.get(endpointOf(exchange) ?? '')?.(seen, exchange),
    hosts: () => [...seen.hosts].sort(),
  };
}

/** A refusal because of an open session must name it (GAP-26). */
function learnSessions({ learning, sessions }: Seen, { sent, answer }: Exchange): void {
  const customer = String(Object(sent).customer_identity_id);
  const open = sessions.get(customer) ?? [];
  const { id } = Object(answer.data) as { id?: unknown };
  if (answer.status < 300 && typeof id === 'string') sessions.set(customer, [...open, id]);
  if (answer.code !== 'CONSENT_SESSION_OPEN') return;
  const { details } = answer.error;
  const held = open.find((each) => holdersOf(details, each).isSure) ?? '';
  learning.compare(
    'the open consent session that an error names',
    (assumptions) => assumptions.need('consent.sessionIdKeys', oneOf(open), details, 'error.details'),
    { 'consent.sessionIdKeys': () => holdersOf(details, held) },
  );
}

function learnHandoff({ learning }: Seen, { sent, answer }: Exchange): void {
  const asked = sent as {
    selected_appointment_date: string;
    alternate_availabilities: string[];
    presentation_mode?: string;
  };
  // Without a mode in the request, nothing says which value of the response is the mode.
  if (answer.status >= 300 || !asked.presentation_mode || typeof answer.data !== 'object') return;
  const times = [asked.selected_appointment_date, ...asked.alternate_availabilities];
  compareHandoff(learning, answer.data ?? {}, { times, mode: asked.presentation_mode });
}

/** The secret is neither printed nor stored. */
function learnSecret({ learning }: Seen, { sent, answer }: Exchange): void {
  if (answer.status >= 300) return;
  learning.compare(
    'the signing secret of a registration',
    (assumptions) => secretIn(answer.data, assumptions),
    guessSecret(answer.data, Object(sent)),
  );
  const { secretEncoding } = learning.values().webhook;
  const secret = secretIn(answer.data, createAssumptions(learning.values()));
  if (secret === null || webhookKey(secret, secretEncoding)) return;
  learning.leaveOpen('webhook.secretEncoding');
  const others = (['utf8', 'hex', 'base64'] as const).filter((encoding) => webhookKey(secret, encoding));
  learning.differs(
    `the signing secret as ${secretEncoding}`,
    'it does not decode to 16 bytes or more',
    others.length > 0
      ? `Set webhook.secretEncoding: a person has to choose among ${others.map((other) => `"${other}"`).join(', ')}.`
      : 'Ask onboarding for a longer secret.',
  );
}

/** A status with another known meaning is no difference: a location can confirm at once. */
function compareStatus(learning: Learning, status: string, expected: Meaning): void {
  const entry = `appointment.statusWords.${expected}` as const;
  const names = /^[a-z][a-z_ -]{0,40}$/i.test(status) ? [status] : [];
  learning.compare(
    'the status of an appointment',
    (assumptions) => {
      if (meaningOf(status, assumptions.values.appointment.statusWords) === null)
        assumptions.unmet(entry, 'appointment.status');
    },
    // Only after a cancel of its own is the meaning certain.
    { [entry]: () => (expected === 'canceled' ? sure(...names) : unsure(names, otherMeaning)) },
  );
}

const otherMeaning = 'If the word has another meaning, add it to the entry of that meaning.';

const optionsOf = ({ copy }: PrescreenForm): unknown[] =>
  copy.sections.flatMap(({ fields }) => fields.flatMap(({ options }) => options ?? []));

/** Guesses the names in an answer option by their types: its value is a boolean, its label a text. */
function guessPrescreen(form: PrescreenForm): Guesses {
  const options = optionsOf(form).filter((raw) => typeof raw === 'object' && raw !== null);
  const leaves = leavesOf(options);
  const values = [...leaves].filter(([, found]) => found.every((value) => typeof value === 'boolean'));
  const guesses: Guesses = {
    'prescreen.optionKeys.value': () => onlyOne(values.map(([name]) => name)),
    'prescreen.optionKeys.label': () => onlyOne([...textsOf(options).keys()]),
  };
  return withValues(guesses, leaves);
}
