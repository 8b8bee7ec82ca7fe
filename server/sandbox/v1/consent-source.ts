/**
 * Verifies the consent source of a prescreen submission or an order before anything is committed
 * (Consent branches; CFG-22, CFG-23, ORD-10, ERR-37, GAP-03, GAP-30, GAP-31).
 */

import { codedError } from '../engine/api-error.ts';
import type { Modes } from '../engine/keys.ts';
import type { State } from '../state.ts';

interface ConsentSource {
  consent_grant_id?: string | undefined;
  partner_consent_evidence_id?: string | undefined;
}

interface Wanted {
  owner: string;
  modes: Modes;
  customer_identity_id: string;
  test_type: string;
  now: Date;
}

/**
 * Verifies the consent source. A source from before a change of the key's mode stays valid (CFG-17).
 * @param wanted what the source must cover
 * @returns the id of the grant or the evidence
 * @throws ApiError 400 if both sources are sent, the evidence is missing, or the mode does not accept this kind; 409 if
 *   the required grant is missing, or the source is unknown, not accepted, expired, or for another customer or test
 */
export function verifyConsent(state: State, source: ConsentSource, wanted: Wanted): string {
  const { consent_grant_id: grantId, partner_consent_evidence_id: evidenceId } = source;
  if (grantId !== undefined && evidenceId !== undefined)
    throw wrongSource('Exactly one consent source is sent.');
  if (evidenceId !== undefined) return verifyEvidence(state, evidenceId, wanted);
  if (grantId !== undefined) return verifyGrant(state, grantId, wanted);
  throw byService(wanted)
    ? grantRequired('A consent grant is required.')
    : wrongSource('A consent source is required.');
}

function verifyGrant(state: State, grantId: string, wanted: Wanted): string {
  const grant = state.grants.get(grantId);
  if (grant?.owner !== wanted.owner)
    throw byService(wanted)
      ? notUsable('No such consent grant.')
      : wrongSource('This key does not take consent grants.');
  const isCovered =
    grant.customer_identity_id === wanted.customer_identity_id &&
    grant.test_type === wanted.test_type &&
    grant.expires_at > wanted.now.toISOString();
  if (!isCovered)
    throw grantRequired('The consent grant does not cover this customer and test, or has expired.');
  return grant.id;
}

/** (CEV-21) */
function verifyEvidence(state: State, evidenceId: string, wanted: Wanted): string {
  const evidence = state.evidence.get(evidenceId);
  if (evidence?.owner !== wanted.owner || evidence.kind !== 'customer_consent')
    throw byService(wanted)
      ? wrongSource('This key does not take partner consent evidence.')
      : notUsable('No such consent evidence.');
  const { status, customer_identity_id, canonical_test_type, expires_at } = evidence;
  if (status !== 'accepted') throw notUsable(`The consent evidence is ${status}.`);
  const isCovered =
    customer_identity_id === wanted.customer_identity_id &&
    canonical_test_type === wanted.test_type &&
    (expires_at ?? '') > wanted.now.toISOString();
  if (!isCovered)
    throw notUsable('The consent evidence does not cover this customer and test, or has expired.');
  return evidence.id;
}

const byService = ({ modes }: Wanted) => modes.customer_consent_mode === 'service_consent_api';
const grantRequired = (message: string) => codedError(409, 'CONSENT_GRANT_REQUIRED', message);
const wrongSource = (message: string) => codedError(400, 'SANDBOX_CONSENT_SOURCE', message);
const notUsable = (message: string) => codedError(409, 'SANDBOX_CONSENT_NOT_USABLE', message);
