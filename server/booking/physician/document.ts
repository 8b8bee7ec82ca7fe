/** The order as a signed PDF, from the partner or uploaded by the physician (branch api_partner_pdf; CFG-29, PEV-02..PEV-19, GAP-32). */
import type { EvidenceAnswer, UploadedOrder } from '../../contract/physician-api.ts';
import { physicianEvidenceRequest } from '../../contract/upstream-api/evidence.ts';
import { Problem } from '../../core/errors.ts';
import type { Store } from '../../core/store/store.ts';
import type { Hooks } from '../../partner/hooks.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { attestationVersion } from '../../upstream/evidence/attestation.ts';
import type { Evidence } from '../../upstream/evidence/responses.ts';
import type { PhysicianReads } from '../../upstream/physician/reads.ts';
import type { ParkedWrite } from '../../upstream/writes/write.ts';
import type { KeptDocument } from '../evidence/documents.ts';
import type { EvidenceService } from '../evidence/evidence.ts';
import type { PhysicianOrder } from './order.ts';
import type { Orders } from './orders.ts';
import { keepOrder } from './orders.ts';

/** The file's own name may identify a person, so the service gets this one. */
const fileName = 'physician-order.pdf';

type OrderSigning = Omit<UploadedOrder, 'document_id' | 'attestation'>;

/** Who asks for which test, for the partner's hook. */
interface AskedOrder {
  subject: string;
  testType: string;
}

/** Orders as a signed PDF. */
export interface DocumentBranch {
  /**
   * Reads what the order shows next.
   * @param isDue whether the appointment waits for an order, although this one may be done
   * @returns the order as kept; `elsewhere` if the service checks a document that was not handed in through this server
   * @throws UpstreamError; Conflict
   */
  refresh(order: PhysicianOrder, isDue: boolean): Promise<{ order: PhysicianOrder; elsewhere: boolean }>;
  /**
   * Hands in the uploaded document, or the one that the partner's hook supplies. An order that is not open, or has
   * evidence already, stays unchanged.
   * @returns the order as kept
   * @throws Problem 422 `document_missing`, 503 `assumption_unmet`; the hook's errors; the errors of `Documents.keep`
   * for the hook's document; Conflict
   */
  answer(order: PhysicianOrder, answer: EvidenceAnswer, asked: AskedOrder): Promise<PhysicianOrder>;
  /** Keeps an upload and deletes the one it replaces. @throws Conflict */
  keepUpload(order: PhysicianOrder, document: KeptDocument): Promise<PhysicianOrder>;
  /** The parked write of the document that is handed in; null without one. */
  parkedWrite(order: PhysicianOrder): Promise<ParkedWrite | null>;
  /** Makes that write due again. */
  retry(order: PhysicianOrder): Promise<void>;
  /** Whether the partner has a hook for the document. */
  readonly asksPartner: boolean;
}

interface DocumentDeps {
  assumptions: Assumptions;
  store: Store;
  orders: Orders;
  evidence: EvidenceService;
  reads: Pick<PhysicianReads, 'evidence'>;
  physicianDocument: Hooks['physicianDocument'];
}

/**
 * Creates the branch of partners who supply the order as a PDF. Call it once per server: it registers the handler of
 * concluded evidence.
 */
export function createDocumentBranch(deps: DocumentDeps): DocumentBranch {
  const { assumptions, orders, evidence, reads, physicianDocument } = deps;

  evidence.onConcluded('physician_order', async (trx, { id, ownerId, phase, reason }) => {
    const order = await orders.find(ownerId, trx);
    if (order?.evidence?.evidenceId !== id) return;
    // What it means for the appointment is read, never assumed (PEV-19). That holds for a document that the service
    // withdraws after it accepted it, too (GAP-34): the order opens again only if the appointment still waits for one.
    if (phase === 'accepted') await orders.keep(trx, { ...order, phase: 'refreshing' });
    else
      await orders.keep(trx, {
        ...order,
        phase: order.phase === 'open' ? 'open' : 'refreshing',
        evidence: null,
        documentReason: reason,
      });
  });

  return {
    asksPartner: physicianDocument !== undefined,
    parkedWrite: async ({ evidence: own }) => (own ? evidence.parkedWrite(own.evidenceId) : null),
    retry: async ({ evidence: own }) => (own ? evidence.retry(own.evidenceId) : undefined),

    async refresh(kept, isDue) {
      const current = kept.phase === 'done' && isDue ? await reopenWithdrawn(deps, kept) : kept;
      if (current.phase !== 'open' || current.evidence) return { order: current, elsewhere: false };
      const order = await withoutDeletedUpload(deps, current);
      const items = await reads.evidence(order.appointmentId);
      if (hasStatus(items, 'accepted'))
        return {
          order: await keepOrder(deps, { ...order, phase: 'refreshing', documentReason: null }),
          elsewhere: false,
        };
      return { order, elsewhere: hasStatus(items, 'processing') };
    },

    async answer(order, answer, asked) {
      if (order.phase !== 'open' || order.evidence) return order;
      if ('ask_partner' in answer) return askPartner(deps, order, asked);
      const { document_id: id, attestation: _, ...signing } = answer;
      const { uploaded } = order;
      if (!uploaded || uploaded.document_id !== id)
        throw new Problem('document_missing', { title: 'Upload the signed order first.' });
      const document = { id, content_length: uploaded.bytes, sha256: uploaded.sha256 };
      return handIn(deps, order, document, signing, attestationVersion(assumptions));
    },

    async keepUpload(order, { id, content_length, sha256 }) {
      const uploaded = { document_id: id, bytes: content_length, sha256 };
      const kept = await keepOrder(deps, { ...order, uploaded });
      if (order.uploaded) await evidence.documents.discard(order.uploaded.document_id);
      return kept;
    },
  };
}

const hasStatus = (items: readonly Evidence[], status: string) =>
  items.some((item) => item.status === status);

/** Opens a done order again if the service has withdrawn its document (GAP-34). @throws UpstreamError; Conflict */
async function reopenWithdrawn(
  { store, orders, evidence }: DocumentDeps,
  order: PhysicianOrder,
): Promise<PhysicianOrder> {
  const withdrawn = order.evidence && (await evidence.findWithdrawn(order.evidence.evidenceId));
  if (!withdrawn) return order;
  const { state, keep } = withdrawn;
  const next: PhysicianOrder = { ...order, phase: 'open', evidence: null, documentReason: state.reason };
  await store.transaction(async (trx) => {
    await orders.keep(trx, next);
    await keep(trx);
  });
  return { ...next, revision: order.revision + 1 };
}

/** An upload that was never handed in is deleted after a while. */
async function withoutDeletedUpload(
  { evidence }: DocumentDeps,
  order: PhysicianOrder,
): Promise<PhysicianOrder> {
  const { uploaded } = order;
  const isThere = uploaded === null || (await evidence.documents.has(uploaded.document_id));
  return isThere ? order : { ...order, uploaded: null };
}

async function handIn(
  { store, orders, evidence }: DocumentDeps,
  order: PhysicianOrder,
  document: KeptDocument,
  signing: OrderSigning,
  version: string,
): Promise<PhysicianOrder> {
  const { appointmentId, customerId } = order;
  const { id, content_length, sha256 } = document;
  const body = physicianEvidenceRequest.parse({
    attestation: { accepted: true, version },
    document: { file_name: fileName, content_type: 'application/pdf', content_length, sha256 },
    external_reference_id: id,
    ...signing,
  });
  const handed = evidence.handIn({
    kind: 'physician_order',
    ownerId: appointmentId,
    customerId,
    params: { appointmentId },
    document,
    write: { kind: 'physician_evidence.create', params: { appointmentId }, body },
  });
  const next: PhysicianOrder = {
    ...order,
    uploaded: null,
    documentReason: null,
    evidence: { evidenceId: handed.id, attestation_version: version },
  };
  await store.transaction(async (trx) => {
    await orders.keep(trx, next);
    await handed.insert(trx);
  });
  return { ...next, revision: order.revision + 1 };
}

/** Hands in the partner's document, if it has one. Its bytes are streamed and hashed before anything is created. */
async function askPartner(
  deps: DocumentDeps,
  order: PhysicianOrder,
  asked: AskedOrder,
): Promise<PhysicianOrder> {
  const fromHook = await deps.physicianDocument?.({ appointmentId: order.appointmentId, ...asked });
  const next = { ...order, partnerAsked: true };
  if (!fromHook) return keepOrder(deps, next);
  const { bytes, physicianFullName, npi, licenseState, licenseNumber, orderDate } = fromHook;
  const source = bytes instanceof Uint8Array ? [bytes] : bytes;
  const document = await deps.evidence.documents.keep(order.customerId, source);
  const signing: OrderSigning = {
    physician_full_name: physicianFullName,
    npi,
    license_state: licenseState,
    license_number: licenseNumber,
    order_date: orderDate,
  };
  return handIn(deps, next, document, signing, fromHook.attestationVersion);
}
