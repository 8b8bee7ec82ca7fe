/** Consent under the service's own text: bundle, session, signature, grant (branch service_consent_api; CFG-20, CONS-02..CONS-46). */
import type { ConsentText } from '../../../contract/journey-api/signed-consents.ts';
import { Problem, UpstreamError } from '../../../core/errors.ts';
import { actionFor } from '../../../upstream/actions.ts';
import { identifier } from '../../../upstream/assumptions/kinds.ts';
import { consentCopy } from '../../../upstream/consent/copy.ts';
import {
  type ConsentBundle,
  type ConsentSession,
  consentFinalized,
  consentSession,
} from '../../../upstream/consent/responses.ts';
import type { LogicalWrite } from '../../../upstream/writes/write.ts';
import { consentModeOf, isConsentInForce } from '../branch.ts';
import { type Journey, notice, type Signing } from '../journey-state.ts';
import { askSupport } from '../refusals.ts';
import type { AnsweredStep, OnCompleted, RefusedWrite, StepAnswers, StepDeps, Transition } from '../step.ts';

/** The consent to give, as the service has it and as it is shown. */
interface ReadConsent {
  bundle: ConsentBundle;
  copy: ConsentText;
}

async function readBundle(journey: Journey, deps: StepDeps): Promise<ReadConsent> {
  if (!journey.chosen) throw new Problem('step_out_of_order', { title: 'Choose a clinic first.' });
  const bundle = await deps.reads.consentBundle(journey.chosen.test_type);
  return { bundle, copy: consentCopy(bundle, deps.assumptions) };
}

const createSession = (journey: Journey, signing: Signing): LogicalWrite => ({
  kind: 'consent_session.create',
  params: {},
  body: {
    customer_identity_id: journey.identityId,
    canonical_test_type: journey.chosen?.test_type,
    consent_template_version_id: signing.template_id,
    content_hash: signing.content_hash,
  },
});

/** Shows the current text; the draft keeps what was typed (GAP-23). */
const showAnew = (journey: Journey): Transition => ({
  journey: { ...journey, signing: null, consent: null, notice: notice('consent_changed') },
  at: 'consent',
});

const refusedSigning = (journey: Journey, refusal: RefusedWrite): Transition =>
  refusal.status === 409 || refusal.status === 404
    ? showAnew(journey)
    : { ...askSupport({ ...journey, signing: null }, refusal), at: 'consent' };

/**
 * Reads the session that blocks a new one: our own, or else the one that the refusal names (GAP-26).
 * @returns null if it is closed
 * @throws Problem `assumption_unmet` if neither is known
 */
async function readOpenSession(
  journey: Journey,
  details: unknown,
  deps: StepDeps,
): Promise<ConsentSession | null> {
  const named = () => deps.assumptions.need('consent.sessionIdKeys', identifier, details, 'error.details');
  const own = journey.openConsentSession;
  const session = (own && (await readSession(own, deps))) || (await readSession(named(), deps));
  return session && !isClosed(session) ? session : null;
}

const isClosed = ({ abandoned_at, finalized_at }: ConsentSession): boolean =>
  abandoned_at !== null || finalized_at !== null;

/** @returns null if the service does not know the session */
async function readSession(id: string, { reads }: StepDeps): Promise<ConsentSession | null> {
  try {
    return await reads.consentSession(id);
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return null;
    throw error;
  }
}

const created: OnCompleted = {
  answered(journey, data) {
    const session = consentSession.needed.parse(data);
    const { signing } = journey;
    if (!signing || isClosed(session)) return showAnew(journey);
    const kept = { ...signing, session_id: session.id };
    return {
      journey: { ...journey, signing: kept, openConsentSession: session.id },
      write: { kind: 'consent_session.finalize', params: { sessionId: session.id }, body: kept.finalize },
      at: 'consent',
    };
  },
  async refused(journey, refusal, deps) {
    if (actionFor(refusal) !== 'resume_consent_session') return refusedSigning(journey, refusal);
    const session = await readOpenSession(journey, refusal.details, deps);
    if (!session) return showAnew({ ...journey, openConsentSession: null });
    // The open session is pinned to another text than the one shown, so it is abandoned for a new one (CONS-28).
    return {
      journey,
      write: { kind: 'consent_session.abandon', params: { sessionId: session.id }, body: null },
      at: 'consent',
    };
  },
};

const abandoned: OnCompleted = {
  answered(read) {
    const journey = { ...read, openConsentSession: null };
    return journey.signing
      ? { journey, write: createSession(journey, journey.signing), at: 'consent' }
      : showAnew(journey);
  },
  refused: (journey, refusal) => refusedSigning({ ...journey, openConsentSession: null }, refusal),
};

const finalized: OnCompleted = {
  answered(journey, data, { consents }) {
    const { grant } = consentFinalized.needed.parse(data);
    if (!journey.signing || !journey.chosen) return showAnew(journey);
    const { finalize, text, ...signed } = journey.signing;
    const consent = {
      grant_id: grant.id,
      expires_at: grant.expires_at,
      test_type: journey.chosen.test_type,
      signed,
    };
    const { id: journeyId, customerId } = journey;
    return {
      journey: { ...journey, signing: null, openConsentSession: null, consent },
      also: (trx) =>
        consents.insert(
          trx,
          { journeyId, customerId, signedAtMs: signed.signedAtMs },
          {
            grant_id: grant.id,
            test_type: consent.test_type,
            template_id: signed.template_id,
            template_version: signed.template_version,
            content_hash: signed.content_hash,
            typed_name: finalize.typed_name,
            signed_from: finalize.customer_ip ?? null,
            decisions: finalize.decisions,
            text,
          },
        ),
    };
  },
  refused: refusedSigning,
};

/** The signature under exactly what was shown; frozen at the first attempt. */
function signingOf(
  { configuration: { configuration_version } }: Journey,
  { bundle, copy }: ReadConsent,
  answer: StepAnswers['consent'],
  signedAtMs: number,
): Signing {
  const shown = copy.decisions.map(
    (decision) => [decision.id, answer.decisions[decision.id] === true] as const,
  );
  return {
    template_id: bundle.template.id,
    template_version: bundle.template.version,
    content_hash: bundle.template.content_hash,
    payload_schema_version: bundle.payload_schema_version,
    canonicalization_version: bundle.canonicalization_version,
    finalize: {
      typed_name: answer.typed_name,
      signer_role: 'self',
      electronic_signature_attestation: true,
      decisions: Object.fromEntries(shown),
      customer_ip: answer.signedFrom.ip,
      customer_user_agent: answer.signedFrom.userAgent,
    },
    session_id: null,
    configuration_version,
    text: copy,
    signedAtMs,
  };
}

/** The step `consent`: the customer signs the service's text. */
export const consent: AnsweredStep<'consent', ReadConsent> = {
  name: 'consent',
  done: (journey, nowMs) =>
    consentModeOf(journey) !== 'service_consent_api' || isConsentInForce(journey, nowMs),
  read: readBundle,
  present: ({ profile }, { bundle, copy }) => ({
    step: 'consent',
    content_hash: bundle.template.content_hash,
    ...(profile ? { given_name: `${profile.first_name} ${profile.last_name}` } : {}),
    ...copy,
  }),
  async answer(journey, answer, deps) {
    const read = await readBundle(journey, deps);
    const { bundle } = read;
    if (bundle.template.content_hash !== answer.content_hash) return showAnew(journey);
    const declined = bundle.required_decision_ids.filter((id) => answer.decisions[id] !== true);
    if (declined.length > 0) {
      throw new Problem('invalid_fields', {
        title: 'Every decision is needed before this test can be booked.',
        fields: declined.map((id) => ({
          path: `decisions.${id}`,
          message: 'This decision is needed.',
          code: 'needed',
        })),
      });
    }
    const signing = signingOf(journey, read, answer, deps.now());
    return { journey: { ...journey, signing }, write: createSession(journey, signing), at: 'consent' };
  },
  onCompleted: {
    'consent_session.create': created,
    'consent_session.abandon': abandoned,
    'consent_session.finalize': finalized,
  },
};
