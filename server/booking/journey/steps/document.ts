/** Consent by a signed PDF, from the partner or uploaded by the customer (branch api_partner_pdf; CFG-21, CEV-09..CEV-22, GAP-32). */

import type { DocumentShows } from '../../../contract/journey-api/views.ts';
import { Problem } from '../../../core/errors.ts';
import { attestationVersion } from '../../../upstream/evidence/attestation.ts';
import { consentEvidenceBody } from '../../../upstream/write-kinds.ts';
import type { Consents } from '../../appointments/signed-consents.ts';
import type { KeptDocument } from '../../evidence/documents.ts';
import type { EvidenceState } from '../../evidence/evidence-state.ts';
import { consentModeOf } from '../branch.ts';
import { type Journey, notice } from '../journey-state.ts';
import type { AnsweredStep, StepDeps, Transition } from '../step.ts';

/** Who signed the document and when, as the customer or the partner says. */
interface DocumentSigning {
  signerName: string;
  signedAt: string;
  collectedAt: string;
  attestationVersion: string;
}

/** The file's own name may identify a person, so the service gets this one. */
const fileName = 'signed-consent.pdf';

async function handIn(
  journey: Journey,
  document: KeptDocument,
  signing: DocumentSigning,
  deps: StepDeps,
): Promise<Transition> {
  const { customerId, chosen, identityId } = journey;
  if (!chosen || !identityId) throw new Problem('step_out_of_order');
  const { id, content_length, sha256 } = document;
  const body = consentEvidenceBody.parse({
    attestation: { accepted: true, version: signing.attestationVersion },
    canonical_test_type: chosen.test_type,
    collected_at: signing.collectedAt,
    customer_identity_id: identityId,
    document: { file_name: fileName, content_type: 'application/pdf', content_length, sha256 },
    external_reference_id: id,
    signed_at: signing.signedAt,
    signer_name: signing.signerName,
  });
  const { id: evidenceId, insert: also } = deps.evidence.handIn({
    kind: 'consent',
    ownerId: journey.id,
    customerId,
    params: {},
    document,
    write: { kind: 'consent_evidence.create', params: {}, body },
  });
  const evidence = {
    evidenceId,
    upstreamId: null,
    status: 'checking' as const,
    test_type: chosen.test_type,
    signed: {
      signer_name: signing.signerName,
      signed_at: signing.signedAt,
      sha256,
      bytes: content_length,
    },
    attestation_version: signing.attestationVersion,
    configuration_version: journey.configuration.configuration_version,
  };
  return { journey: { ...journey, uploaded: null, evidence, documentReason: null }, also, at: 'document' };
}

/** Hands in the partner's document, if it has one for this customer. Its bytes are streamed and hashed before anything is created. */
async function askPartner(journey: Journey, deps: StepDeps): Promise<Transition> {
  const fromHook = await deps.consentDocument?.({
    journeyId: journey.id,
    subject: journey.customerId,
    testType: journey.chosen?.test_type ?? '',
  });
  const asked: Journey = { ...journey, partnerAsked: true };
  if (!fromHook) return { journey: asked, at: 'document' };
  const { bytes, signerName, signedAt, collectedAt, attestationVersion } = fromHook;
  const source = bytes instanceof Uint8Array ? [bytes] : bytes;
  const document = await deps.evidence.documents.keep(journey.customerId, source);
  return handIn(asked, document, { signerName, signedAt, collectedAt, attestationVersion }, deps);
}

function state(journey: Journey): DocumentShows['state'] {
  if (journey.evidence?.status === 'checking') return 'checking';
  return journey.documentReason === null ? 'needed' : 'refused';
}

/** The data of the view beside the journey. */
interface ReadDocument {
  /** An upload that was never handed in is deleted after a while. */
  isUploadThere: boolean;
  hasPartnerHook: boolean;
}

/** The step `document`: the partner or the customer hands in a signed PDF. */
export const document: AnsweredStep<'document', ReadDocument> = {
  name: 'document',
  done: (journey) => consentModeOf(journey) !== 'api_partner_pdf' || journey.evidence?.status === 'accepted',
  read: async ({ uploaded }, { evidence, consentDocument }) => ({
    isUploadThere: uploaded !== null && (await evidence.documents.has(uploaded.id)),
    hasPartnerHook: consentDocument !== undefined,
  }),
  present(journey, { isUploadThere, hasPartnerHook }) {
    const { uploaded } = journey;
    return {
      step: 'document',
      state: state(journey),
      reason: journey.documentReason,
      asks_partner: hasPartnerHook && !journey.partnerAsked,
      uploaded:
        uploaded && isUploadThere ? { document_id: uploaded.id, bytes: uploaded.content_length } : null,
    };
  },
  async answer(journey, answer, deps) {
    if (journey.evidence?.status === 'checking') return { journey, at: 'document' };
    if ('ask_partner' in answer) return askPartner(journey, deps);
    const { uploaded } = journey;
    if (!uploaded || uploaded.id !== answer.document_id) {
      throw new Problem('document_missing');
    }
    const now = new Date(deps.now()).toISOString();
    // The customer gives a day only; its noon in UTC is that day everywhere in the service's country.
    const noon = `${answer.signed_on}T12:00:00Z`;
    if (Date.parse(noon) > deps.now() + 86_400_000) {
      throw new Problem('invalid_fields', {
        fields: [{ path: 'signed_on', message: 'This day is in the future.', code: 'invalid' }],
      });
    }
    return handIn(
      journey,
      uploaded,
      {
        signerName: answer.signer_name,
        // On the morning of that day, its noon is still to come.
        signedAt: Date.parse(noon) > deps.now() ? now : noon,
        collectedAt: now,
        attestationVersion: attestationVersion(deps.assumptions),
      },
      deps,
    );
  },
};

/**
 * Makes the journey after the service's verdict: it continues if the document is accepted, which is then kept among what
 * the customer signed, and asks for a new one otherwise (UPL-26, UPL-33, CEV-22). The service can withdraw a document that
 * it accepted (GAP-34). Until the order the customer then hands in another one; afterwards the order has been made with it.
 * While a write is under way, its own result decides: an order without a valid consent is refused, and asks for one again.
 * @returns null if the verdict changes nothing for the journey
 */
export function documentConcluded(
  journey: Journey,
  found: Pick<EvidenceState, 'id' | 'phase' | 'record' | 'reason'>,
  consents: Consents,
): Transition | null {
  const { evidence } = journey;
  if (evidence?.evidenceId !== found.id) return null;
  const isAccepted = found.phase === 'accepted';
  const isSettled = journey.state !== 'open' || journey.order !== null || journey.pending !== null;
  if (evidence.status === 'accepted' && (isAccepted || isSettled)) return null;
  if (isAccepted) {
    const { test_type, signed } = evidence;
    const { signer_name, signed_at, ...document } = signed;
    const of = { journeyId: journey.id, customerId: journey.customerId, signedAtMs: Date.parse(signed_at) };
    return {
      journey: {
        ...journey,
        evidence: { ...evidence, upstreamId: found.record?.id ?? null, status: 'accepted' },
      },
      also: (trx) =>
        consents.insert(trx, of, { evidence_id: evidence.evidenceId, test_type, signer_name, document }),
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
