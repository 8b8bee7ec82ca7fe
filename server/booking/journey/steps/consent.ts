/** Consent under the service's own text: bundle, session, signature, grant (branch service_consent_api; CFG-20, CONS-02..CONS-46). */
import type { NoticeCode } from '../../../contract/journey-api/notices.ts';
import type { ConsentText } from '../../../contract/journey-api/signed-consents.ts';
import { isNamed } from '../../../contract/upstream-api/error-codes.ts';
import { Problem, UpstreamError } from '../../../core/errors.ts';
import { actionFor } from '../../../upstream/actions.ts';
import { identifier } from '../../../upstream/assumptions/kinds.ts';
import { consentCopy } from '../../../upstream/consent/copy.ts';
import {
  type ConsentBundle,
  type ConsentSession,
  consentFinalized,
  consentSession,
  isFinalized,
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

/** Shows the current text; the draft keeps what was typed (GAP-23). @param code why. @default the text has changed */
const showAnew = (journey: Journey, code: NoticeCode = 'consent_changed'): Transition => ({
  journey: { ...journey, signing: null, consent: null, notice: notice(code) },
  at: 'consent',
});

/**
 * Shows the text again if the refusal may be about its version. No code and no status says so (GAP-23, ERR-45): a
 * conflict without a known code counts, and any other refusal without one if the text has changed. A session that is
 * gone needs a new signature.
 */
async function refusedSigning(journey: Journey, refusal: RefusedWrite, deps: StepDeps): Promise<Transition> {
  if (!isNamed(refusal.code)) {
    if (refusal.status === 409 || (await hasChanged(journey, deps))) return showAnew(journey);
    if (refusal.status === 404) return showAnew(journey, 'consent_needed_again');
  }
  return { ...askSupport({ ...journey, signing: null }, refusal), at: 'consent' };
}

/** Whether the service has another text by now than the one that was signed. @throws UpstreamError */
async function hasChanged({ chosen, signing }: Journey, { reads }: StepDeps): Promise<boolean> {
  if (!chosen || !signing) return false;
  return (await reads.consentBundle(chosen.test_type)).template.content_hash !== signing.content_hash;
}

/**
 * Reads a session that the service no longer signs. An earlier attempt to sign it may have taken effect, and its response
 * was lost: then the session has the grant (CONS-20, CONS-26).
 * @returns null if it is not signed
 * @throws UpstreamError
 */
async function takeGrant(journey: Journey, sessionId: string, deps: StepDeps): Promise<Transition | null> {
  const session = await readSession(sessionId, deps);
  if (!session?.grant || !isFinalized(session)) return null;
  return signedUnder(journey, { id: session.grant.id, expires_at: null }, deps);
}

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
  async answered(journey, data, deps) {
    const session = consentSession.needed.parse(data);
    const { signing } = journey;
    if (!signing) return showAnew(journey);
    const kept = { ...signing, session_id: session.id };
    if (isClosed(session))
      return (await takeGrant({ ...journey, signing: kept }, session.id, deps)) ?? showAnew(journey);
    return {
      journey: { ...journey, signing: kept, openConsentSession: session.id },
      write: { kind: 'consent_session.finalize', params: { sessionId: session.id }, body: kept.finalize },
      at: 'consent',
    };
  },
  async refused(journey, refusal, deps) {
    if (actionFor(refusal) !== 'resume_consent_session') return refusedSigning(journey, refusal, deps);
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
  refused: (journey, refusal, deps) =>
    refusedSigning({ ...journey, openConsentSession: null }, refusal, deps),
};

const finalized: OnCompleted = {
  answered: (journey, data, deps) => signedUnder(journey, consentFinalized.needed.parse(data).grant, deps),
  async refused(journey, refusal, deps) {
    const sessionId = journey.signing?.session_id;
    const taken = sessionId ? await takeGrant(journey, sessionId, deps) : null;
    return taken ?? refusedSigning(journey, refusal, deps);
  },
};

/** Keeps the grant, and the signature among what the customer signed. A grant that is over already is asked for again. */
function signedUnder(
  journey: Journey,
  grant: { id: string; expires_at: string | null },
  { consents, now }: StepDeps,
): Transition {
  if (!journey.signing || !journey.chosen) return showAnew(journey);
  const { finalize, text, ...signed } = journey.signing;
  const consent = {
    grant_id: grant.id,
    expires_at: grant.expires_at,
    test_type: journey.chosen.test_type,
    signed,
  };
  const { id: journeyId, customerId } = journey;
  const next: Journey = { ...journey, signing: null, openConsentSession: null, consent };
  return {
    journey: isConsentInForce(next, now()) ? next : { ...next, notice: notice('consent_needed_again') },
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
}

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
