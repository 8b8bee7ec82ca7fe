/** Consent by a signed PDF: the partner's own, or one the customer uploads (branch api_partner_pdf; CFG-21, CEV-09..CEV-22, GAP-32). */

import type { DocumentShows } from '../../contract/journey-api/views.ts';
import { consentEvidenceRequest } from '../../contract/upstream-api/evidence.ts';
import { Problem } from '../../errors.ts';
import type { KeptDocument } from '../../evidence/documents.ts';
import { attestationVersion } from '../../upstream/evidence/attestation.ts';
import { type Journey, notice } from '../journey.ts';
import type { AnsweredStep, Needs, Transition } from '../step.ts';

/** Whom and when, as whoever hands the document in says it. */
interface Signing {
  signerName: string;
  signedAt: string;
  collectedAt: string;
  attestationVersion: string;
}

/** The file's own name may say whose it is; the service gets one that does not. */
const fileName = 'signed-consent.pdf';

async function handIn(
  journey: Journey,
  document: KeptDocument,
  signing: Signing,
  needs: Needs,
): Promise<Transition> {
  const { chosen, identityId } = journey;
  if (!chosen || !identityId) throw new Problem('step_out_of_order');
  const { id, content_length, sha256 } = document;
  const body = consentEvidenceRequest.parse({
    attestation: { accepted: true, version: signing.attestationVersion },
    canonical_test_type: chosen.test_type,
    collected_at: signing.collectedAt,
    customer_identity_id: identityId,
    document: { file_name: fileName, content_type: 'application/pdf', content_length, sha256 },
    external_reference_id: id,
    signed_at: signing.signedAt,
    signer_name: signing.signerName,
  });
  const { id: deskId, insert: also } = needs.evidence.handIn({
    kind: 'consent',
    ownerId: journey.id,
    params: {},
    document,
    write: { kind: 'consent_evidence.create', params: {}, body },
  });
  const evidence = {
    deskId,
    upstreamId: null,
    status: 'checking' as const,
    test_type: chosen.test_type,
    attestation_version: signing.attestationVersion,
  };
  return { journey: { ...journey, uploaded: null, evidence, documentReason: null }, also, at: 'document' };
}

/** The partner's document, where it has one for this customer; its bytes are streamed and hashed before anything is created. */
async function askPartner(journey: Journey, needs: Needs): Promise<Transition> {
  const supplied = await needs.consentDocument?.({
    journeyId: journey.id,
    subject: journey.customerId,
    testType: journey.chosen?.test_type ?? '',
  });
  const asked: Journey = { ...journey, partnerAsked: true };
  if (!supplied) return { journey: asked, at: 'document' };
  const { bytes, signerName, signedAt, collectedAt, attestationVersion } = supplied;
  const document = await needs.evidence.documents.keep(bytes instanceof Uint8Array ? [bytes] : bytes);
  return handIn(asked, document, { signerName, signedAt, collectedAt, attestationVersion }, needs);
}

function state(journey: Journey): DocumentShows['state'] {
  if (journey.evidence?.status === 'checking') return 'checking';
  return journey.documentReason === null ? 'needed' : 'refused';
}

export const document: AnsweredStep<'document'> = {
  name: 'document',
  done: ({ configuration, evidence }) =>
    configuration.customer_consent.mode !== 'api_partner_pdf' || evidence?.status === 'accepted',
  async shows(journey, needs) {
    const { uploaded } = journey;
    const isThere = uploaded !== null && (await needs.evidence.documents.has(uploaded.id));
    return {
      step: 'document',
      state: state(journey),
      reason: journey.documentReason,
      asks_partner: needs.consentDocument !== undefined && !journey.partnerAsked,
      uploaded: isThere ? { document_id: uploaded.id, bytes: uploaded.content_length } : null,
    };
  },
  async answer(journey, answer, needs) {
    if (journey.evidence?.status === 'checking') return { journey, at: 'document' };
    if ('ask_partner' in answer) return askPartner(journey, needs);
    const { uploaded } = journey;
    if (!uploaded || uploaded.id !== answer.document_id) {
      throw new Problem('document_missing');
    }
    const now = new Date(needs.now()).toISOString();
    // A day is all a customer knows of when they signed; noon of it is that day everywhere in the service's country.
    const signedAt = `${answer.signed_on}T12:00:00Z`;
    if (Date.parse(signedAt) > needs.now() + 86_400_000) {
      throw new Problem('invalid_fields', {
        fields: [{ path: 'signed_on', message: 'This day is still to come.' }],
      });
    }
    return handIn(
      journey,
      uploaded,
      {
        signerName: answer.signer_name,
        signedAt,
        collectedAt: now,
        attestationVersion: attestationVersion(needs.assumptions),
      },
      needs,
    );
  },
};

/** The end of the evidence: accepted goes on by itself, anything else asks for a new document (UPL-26, UPL-33, CEV-22). */
export function documentConcluded(
  journey: Journey,
  found: { deskId: string; upstreamId: string | null; accepted: boolean; reason: string | null },
): Transition | null {
  if (journey.evidence?.deskId !== found.deskId) return null;
  if (found.accepted) {
    return {
      journey: {
        ...journey,
        evidence: { ...journey.evidence, upstreamId: found.upstreamId, status: 'accepted' },
      },
    };
  }
  const refused = {
    ...journey,
    evidence: null,
    documentReason: found.reason,
    notice: notice('document_refused'),
  };
  return { journey: refused, at: 'document' };
}
