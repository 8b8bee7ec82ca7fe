/** The order as a signed PDF: the partner's own, or one the physician uploads (branch api_partner_pdf; CFG-29, PEV-02..PEV-19, GAP-32). */
import type { EvidenceAnswer, UploadedOrder } from '../contract/physician-api.ts';
import { type Evidence, physicianEvidenceRequest } from '../contract/upstream-api/evidence.ts';
import { Problem } from '../errors.ts';
import type { KeptDocument } from '../evidence/documents.ts';
import type { EvidenceService } from '../evidence/evidence.ts';
import type { Hooks } from '../hooks.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { attestationVersion } from '../upstream/evidence/attestation.ts';
import type { PhysicianReads } from '../upstream/physician/reads.ts';
import type { PhysicianOrder } from './order.ts';
import type { Orders } from './orders.ts';

/** The file's own name may say whose it is; the service gets one that does not. */
const fileName = 'physician-order.pdf';

type Signing = Omit<UploadedOrder, 'document_id' | 'attestation'>;

export interface DocumentBranch {
  /** `elsewhere`: the service looks at one that was not handed in from here. */
  look(order: PhysicianOrder): Promise<{ order: PhysicianOrder; elsewhere: boolean }>;
  answer(
    order: PhysicianOrder,
    answer: EvidenceAnswer,
    asked: { subject: string; testType: string },
  ): Promise<PhysicianOrder>;
  /** Keeps what was uploaded in the place of what was kept before. */
  keep(order: PhysicianOrder, document: KeptDocument): Promise<PhysicianOrder>;
  readonly asksPartner: boolean;
}

interface Needs {
  assumptions: Assumptions;
  store: Store;
  orders: Orders;
  desk: EvidenceService;
  reads: Pick<PhysicianReads, 'evidence'>;
  physicianDocument: Hooks['physicianDocument'];
}

export function createDocumentBranch(needs: Needs): DocumentBranch {
  const { assumptions, store, orders, desk, reads, physicianDocument } = needs;

  async function keep(order: PhysicianOrder): Promise<PhysicianOrder> {
    await store.transaction((trx) => orders.keep(trx, order));
    return { ...order, revision: order.revision + 1 };
  }

  async function handIn(
    order: PhysicianOrder,
    document: KeptDocument,
    signing: Signing,
    attestationVersion: string,
  ): Promise<PhysicianOrder> {
    const { appointmentId } = order;
    const { id, content_length, sha256 } = document;
    const body = physicianEvidenceRequest.parse({
      attestation: { accepted: true, version: attestationVersion },
      document: { file_name: fileName, content_type: 'application/pdf', content_length, sha256 },
      external_reference_id: id,
      ...signing,
    });
    const handed = desk.handIn({
      kind: 'physician_order',
      ownerId: appointmentId,
      params: { appointmentId },
      document,
      write: { kind: 'physician_evidence.create', params: { appointmentId }, body },
    });
    const evidence = { deskId: handed.id, attestation_version: attestationVersion };
    const next = { ...order, uploaded: null, documentReason: null, evidence };
    await store.transaction(async (trx) => {
      await orders.keep(trx, next);
      await handed.insert(trx);
    });
    return { ...next, revision: order.revision + 1 };
  }

  /** The partner's document, where it has one; its bytes are streamed and hashed before anything is created. */
  async function askPartner(order: PhysicianOrder, asked: { subject: string; testType: string }) {
    const { appointmentId } = order;
    const supplied = await physicianDocument?.({ appointmentId, ...asked });
    const next = { ...order, partnerAsked: true };
    if (!supplied) return keep(next);
    const { bytes, physicianFullName, npi, licenseState, licenseNumber, orderDate } = supplied;
    const document = await desk.documents.keep(bytes instanceof Uint8Array ? [bytes] : bytes);
    const signing: Signing = {
      physician_full_name: physicianFullName,
      npi,
      license_state: licenseState,
      license_number: licenseNumber,
      order_date: orderDate,
    };
    return handIn(next, document, signing, supplied.attestationVersion);
  }

  desk.onConcluded('physician_order', async (trx, { id, ownerId, phase, reason }) => {
    const order = await orders.find(ownerId, trx);
    if (order?.evidence?.deskId !== id) return;
    // What it means for the appointment is read, never assumed (PEV-19).
    if (phase === 'accepted') await orders.keep(trx, { ...order, phase: 'refreshing' });
    else await orders.keep(trx, { ...order, phase: 'open', evidence: null, documentReason: reason });
  });

  const stands = (items: readonly Evidence[], status: string) => items.some((item) => item.status === status);

  /** What nobody handed in in time is no longer there. */
  const withoutDropped = async (order: PhysicianOrder): Promise<PhysicianOrder> => {
    const { uploaded } = order;
    const isThere = uploaded === null || (await desk.documents.has(uploaded.document_id));
    return isThere ? order : { ...order, uploaded: null };
  };

  return {
    asksPartner: physicianDocument !== undefined,

    async look(kept) {
      if (kept.phase !== 'open' || kept.evidence) return { order: kept, elsewhere: false };
      const order = await withoutDropped(kept);
      const items = await reads.evidence(order.appointmentId);
      if (stands(items, 'accepted'))
        return { order: await keep({ ...order, phase: 'refreshing' }), elsewhere: false };
      return { order, elsewhere: stands(items, 'processing') };
    },

    async answer(order, answer, asked) {
      if (order.phase !== 'open' || order.evidence) return order;
      if ('ask_partner' in answer) return askPartner(order, asked);
      const { document_id, attestation: _, ...signing } = answer;
      const { uploaded } = order;
      if (!uploaded || uploaded.document_id !== document_id)
        throw new Problem('document_missing', { title: 'Upload the signed order first.' });
      const { bytes: content_length, sha256 } = uploaded;
      return handIn(
        order,
        { id: document_id, content_length, sha256 },
        signing,
        attestationVersion(assumptions),
      );
    },

    async keep(order, { id, content_length, sha256 }) {
      const kept = await keep({ ...order, uploaded: { document_id: id, bytes: content_length, sha256 } });
      if (order.uploaded) await desk.documents.discard(order.uploaded.document_id);
      return kept;
    },
  };
}
