/** Uploads a partner's PDF to the sandbox: declaration, upload and completion. */
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import {
  consentEvidence,
  consentEvidenceBody,
  handIn,
} from '../../server/operate/conformance/evidence-steps.ts';
import type { Shape } from '../../server/operate/conformance/shapes.ts';
import { customerBody, identify, type Pair, pairOf } from './booking.ts';
import type { Partner } from './sandbox-harness.ts';

export type Evidence = Shape<'evidence'>;

export async function declareConsent(
  partner: Partner,
  identityId: string,
  changes: object = {},
): Promise<Evidence> {
  const body = consentEvidenceBody(partner, identityId, changes);
  return (await partner.post<Evidence>(consentEvidence, body)).data;
}

export function sessionOf({ upload_session }: Evidence) {
  if (!upload_session) throw new Error('the record has no upload session');
  return upload_session;
}

export interface OnPaper {
  pair: Pair;
  identityId: string;
  evidence: Evidence;
  /** The fields that a prescreen submission and an order share. */
  identifiers: Record<string, unknown>;
}

/** A customer with accepted consent evidence. */
export async function consentOnPaper(partner: Partner, testType: TestType): Promise<OnPaper> {
  const identityId = await identify(partner);
  const declared = await declareConsent(partner, identityId, { canonical_test_type: testType });
  const evidence = await handIn(partner, consentEvidence, declared);
  const pair = pairOf(testType);
  const identifiers = {
    ...pair,
    customer_identity_id: identityId,
    partner_consent_evidence_id: evidence.id,
    customer: customerBody(),
  };
  return { pair, identityId, evidence, identifiers };
}
