/** Gives the consent of the fictional person for one test type (CONS-16..CONS-30, CEV-08, GAP-21..GAP-26). */
import type { Configuration } from '../../../contract/upstream-api/configuration.ts';
import {
  type ConsentBundle,
  type ConsentSessionRequest,
  consentBundle,
  consentFinalized,
  consentSession,
} from '../../../contract/upstream-api/consent.ts';
import { oneOf } from '../../../upstream/assumptions/kinds.ts';
import { compareConsent } from './consent-text.ts';
import { consentByDocument } from './evidence.ts';
import { holdersOf } from './guess/guess-answers.ts';
import { readAndCompare } from './reads.ts';
import { send, type Walk, WalkEnded, write } from './walk.ts';

/** The consent source in an order or a prescreen submission. */
export type ConsentSource = { consent_grant_id: string } | { partner_consent_evidence_id: string };

/**
 * Gives consent in the key's mode.
 * @returns null if the mode is unknown
 * @throws WalkEnded if consent could not be given
 */
export async function giveConsent(
  walk: Walk,
  configuration: Configuration | null,
  customerId: string,
  testType: string,
): Promise<ConsentSource | null> {
  const mode = configuration?.customer_consent.mode;
  if (mode === 'api_partner_pdf')
    return { partner_consent_evidence_id: await consentByDocument(walk, customerId, testType) };
  if (mode !== 'service_consent_api') return null;
  const path = `/v1/api-first/consent-bundles/${testType}`;
  const bundle = await readAndCompare(walk, `a consent bundle for ${testType}`, path, consentBundle);
  if (!bundle) throw new WalkEnded();
  compareConsent(walk.learning, bundle);
  return { consent_grant_id: await signBundle(walk, bundle, customerId, testType) };
}

async function signBundle(
  walk: Walk,
  bundle: ConsentBundle,
  customerId: string,
  testType: string,
): Promise<string> {
  const wanted = {
    customer_identity_id: customerId,
    canonical_test_type: testType,
    consent_template_version_id: bundle.template.id,
    content_hash: bundle.template.content_hash,
  };
  const opened = await write(walk, 'a consent session', 'consent_session.create', {}, wanted);
  const { id: sessionId } = consentSession.parse(opened);
  await compareOpenSession(walk, wanted, sessionId);
  const finalized = await write(
    walk,
    'a finalized consent',
    'consent_session.finalize',
    { sessionId },
    {
      typed_name: 'Certify Example',
      signer_role: 'self',
      electronic_signature_attestation: true,
      decisions: Object.fromEntries(bundle.required_decision_ids.map((id) => [id, true])),
      customer_ip: '192.0.2.1',
      customer_user_agent: 'certify',
    },
  );
  return consentFinalized.parse(finalized).grant.id;
}

/** Requests a session for another text while one is open: the error must name the open one (GAP-26). */
async function compareOpenSession(
  walk: Walk,
  wanted: ConsentSessionRequest,
  sessionId: string,
): Promise<void> {
  const what = 'the open consent session that an error names';
  const other = { ...wanted, content_hash: `${wanted.content_hash}-other` };
  const came = await send(walk, 'consent_session.create', {}, other);
  if (came.kind !== 'refused' || came.error.code !== 'CONSENT_SESSION_OPEN')
    return walk.comparison.skipped(
      what,
      'the service did not respond with CONSENT_SESSION_OPEN to another text',
    );
  const { details } = came.error;
  walk.learning.compare(
    what,
    (assumptions) => assumptions.need('consent.sessionIdKeys', oneOf([sessionId]), details, 'error.details'),
    { 'consent.sessionIdKeys': () => holdersOf(details, sessionId) },
  );
}
