/** Consent evidence, for partners that collect consent themselves (Consent evidence; CEV-01..CEV-17, GAP-04, GAP-32, GAP-37). */
import { consentEvidenceRequest, evidence, evidenceList } from '../../contract/upstream-api/evidence.ts';
import { testType } from '../../contract/upstream-api/test-types.ts';
import { ApiError } from '../engine/api-error.ts';
import { defineRoute } from '../engine/route.ts';
import { checkValues, ifFuture } from '../engine/strict-values.ts';
import { createEvidence } from '../evidence/evidence-changes.ts';
import type { EvidenceRecord } from '../evidence/evidence-record.ts';
import { presentEvidence } from '../evidence/present-evidence.ts';
import { evidenceListQuery, type KindOfEvidence, listEvidence, recordRoutes } from './evidence.ts';
import { findIdentity } from './identities.ts';
import { requireBranch } from './require-branch.ts';

const consentEvidence: KindOfEvidence = {
  kind: 'customer_consent',
  base: '/v1/api-first/consent-evidence',
  read: 'read:consent_evidence',
  write: 'write:consent_evidence',
  provisioned: ({ customer_consent_mode }) => customer_consent_mode === 'api_partner_pdf',
};

/** The routes of consent evidence. */
export const consentEvidenceRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/api-first/consent-evidence',
    summary: 'List the consent documents of the calling partner',
    scope: consentEvidence.read,
    query: evidenceListQuery,
    responses: { 200: evidenceList },
    handler({ key, query, origin }, state) {
      const mine = (record: EvidenceRecord) =>
        record.owner === key.prefix && record.kind === consentEvidence.kind;
      requireBranch(consentEvidence.provisioned(key) || [...state.evidence.values()].some(mine));
      return { status: 200, data: listEvidence(state, query, origin, mine) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/api-first/consent-evidence',
    summary: 'Declare a consent document and open its upload session',
    scope: consentEvidence.write,
    idempotencyKey: 'required',
    body: consentEvidenceRequest.extend({ canonical_test_type: testType }),
    responses: { 201: evidence },
    handler({ key, body, now, origin }, state) {
      requireBranch(consentEvidence.provisioned(key));
      checkValues(state, {
        collected_at: ifFuture(body.collected_at, now),
        signed_at: ifFuture(body.signed_at, now),
      });
      if (findIdentity(state, key.prefix, body) === undefined) throw new ApiError(404, 'No such identity.');
      const { attestation: _attested, ...declared } = body;
      const record = createEvidence(
        state,
        {
          ...declared,
          kind: consentEvidence.kind,
          owner: key.prefix,
          appointment_id: null,
          physician_order_request_id: null,
        },
        now,
      );
      return { status: 201, data: presentEvidence(state, record, origin) };
    },
  }),
  ...recordRoutes(consentEvidence),
];
