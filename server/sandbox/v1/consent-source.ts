/**
 * The one consent source of a prescreen submission or an order, verified before anything is committed
 * (Consent branches; CFG-22, CFG-23, ORD-10, ERR-37, GAP-03, GAP-30, GAP-31).
 */
import type { Modes } from '../engine/keys.ts';
import { refuse } from '../engine/refusal.ts';
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

/** The id of the grant that carries this booking. */
export function verifyConsent(state: State, source: ConsentSource, wanted: Wanted): string {
  const { consent_grant_id: grantId, partner_consent_evidence_id: evidenceId } = source;
  const byService = wanted.modes.customer_consent_mode === 'service_consent_api';
  if (grantId !== undefined && evidenceId !== undefined)
    throw wrongSource('Exactly one consent source is sent.');
  if (grantId === undefined && evidenceId === undefined)
    throw byService
      ? grantRequired('A consent grant is required.')
      : wrongSource('A consent source is required.');
  if (evidenceId !== undefined)
    throw byService
      ? wrongSource('This key does not take partner consent evidence.')
      : notUsable('No such consent evidence.');

  const grant = grantId === undefined ? undefined : state.grants.get(grantId);
  if (grant?.owner !== wanted.owner)
    throw byService
      ? notUsable('No such consent grant.')
      : wrongSource('This key does not take consent grants.');
  const reaches =
    grant.customer_identity_id === wanted.customer_identity_id &&
    grant.test_type === wanted.test_type &&
    grant.expires_at > wanted.now.toISOString();
  if (!reaches)
    throw grantRequired('The consent grant does not cover this customer and test, or has expired.');
  return grant.id;
}

const grantRequired = (message: string) => refuse(409, 'CONSENT_GRANT_REQUIRED', message);
const wrongSource = (message: string) => refuse(400, 'SANDBOX_CONSENT_SOURCE', message);
const notUsable = (message: string) => refuse(409, 'SANDBOX_CONSENT_NOT_USABLE', message);
