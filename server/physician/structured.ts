/**
 * The structured branch: a session frozen by the service, read and signed by the physician, replaced where something
 * changes and followed to its artifact (Structured physician order; CFG-26, PHY-02..PHY-09, PHY-22..PHY-42).
 */
import { randomUUID } from 'node:crypto';
import type { ApprovalAnswer, ProviderAnswer } from '../contract/physician-api.ts';
import { type PhysicianOrderBundle, physicianSession } from '../contract/upstream-api/physician-order.ts';
import { Problem, UpstreamError } from '../errors.ts';
import type { Outbox, Writes } from '../jobs/outbox.ts';
import type { LogicalWrite, Outcome } from '../jobs/write.ts';
import type { Log } from '../observability/log.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { readPresentation } from '../upstream/physician/presentation.ts';
import type { PhysicianReads } from '../upstream/physician/reads.ts';
import { frozen, type PhysicianOrder } from './order.ts';
import type { Orders } from './orders.ts';
import { finalizeRequest, type Signer, sessionRequest } from './requests.ts';
import { closed, isOpen, shown } from './transitions.ts';

const notConfiguredCodes = new Set([
  'STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED',
  'STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED',
]);
/** Until the first look at the artifact, where the service did not say (PHY-38). */
const firstLookMs = 1_000;

export const orderMoved = () => new Problem('order_moved');

export interface Structured {
  /** The order with whatever stands open at the service taken up first, and the bundle where a session is to be made. */
  look(order: PhysicianOrder): Promise<{ order: PhysicianOrder; bundle: PhysicianOrderBundle | null }>;
  open(order: PhysicianOrder, answer: ProviderAnswer): Promise<PhysicianOrder>;
  finalize(order: PhysicianOrder, answer: ApprovalAnswer, signer: Signer): Promise<PhysicianOrder>;
  abandon(order: PhysicianOrder): Promise<PhysicianOrder>;
  /** The writes of orders. */
  writes: Pick<Writes<'full_api', PhysicianOrder>, 'wait' | 'reopen' | 'isParked'>;
}

interface Needs {
  assumptions: Assumptions;
  store: Store;
  orders: Orders;
  outbox: Outbox;
  reads: PhysicianReads;
  log: Log;
  now: () => number;
}

export function createStructured(needs: Needs): Structured {
  const { assumptions, store, orders, outbox, reads, log, now } = needs;
  const stop = (appointment_id: string, code: string | null, upstream_request_id: string | null) =>
    log('physician.stopped', { appointment_id, code, upstream_request_id });

  /** @throws Problem where the service is not set up for it: the operator's to mend, and nothing is tried instead (ERR-31) */
  async function bundleOf(appointmentId: string): Promise<PhysicianOrderBundle> {
    try {
      return await reads.bundle(appointmentId);
    } catch (error) {
      if (!(error instanceof UpstreamError) || !notConfiguredCodes.has(error.code ?? '')) throw error;
      stop(appointmentId, error.code, error.requestId);
      throw new Problem('not_configured', {
        upstreamRequestId: error.requestId ?? undefined,
      });
    }
  }

  async function keep(order: PhysicianOrder): Promise<PhysicianOrder> {
    await store.transaction((trx) => orders.keep(trx, order));
    return { ...order, revision: order.revision + 1 };
  }

  async function send(
    order: PhysicianOrder,
    kind: NonNullable<PhysicianOrder['write']>['kind'],
    write: LogicalWrite,
  ): Promise<PhysicianOrder> {
    const id = randomUUID();
    const next: PhysicianOrder = { ...order, phase: 'writing', write: { id, kind }, notice: null };
    const kept = { ...next, revision: order.revision + 1 };
    await store.transaction(async (trx) => {
      await orders.keep(trx, next);
      await writes.enqueue(trx, { id, ownerId: order.appointmentId, write, owner: kept });
    });
    return kept;
  }

  /** One that stands open at the service comes first, wherever it was made (PHY-06, GAP-85); null where none does. */
  async function resumed(order: PhysicianOrder, existing: string | null): Promise<PhysicianOrder | null> {
    if (existing === null || existing === order.session?.id) return null;
    const next = shown(order, await reads.session(existing), { nowMs: now(), assumptions });
    if (next.session === null) return null;
    return keep({ ...next, notice: next.phase === 'open' ? { code: 'resumed', requestId: null } : null });
  }

  /** The session as it was read and is to be acted on. @throws Problem */
  function open({ phase, session }: PhysicianOrder) {
    if (phase !== 'open' || !session || !isOpen(session, now())) throw orderMoved();
    return session;
  }

  async function settled(order: PhysicianOrder, outcome: Outcome): Promise<PhysicianOrder> {
    const { write, session, appointmentId } = order;
    if (outcome.ok) {
      if (write?.kind === 'abandon') return { ...order, phase: 'open', write: null, session: null };
      const answer = frozen(physicianSession.parse(outcome.data));
      const phase = write?.kind === 'finalize' ? 'rendering' : 'open';
      return { ...order, phase, write: null, session: answer, notice: null };
    }
    const { code, requestId } = outcome.error;
    if (notConfiguredCodes.has(code ?? '')) stop(appointmentId, code, requestId);
    const refused = { ...order, phase: 'open' as const, write: null };
    const notice = { code: 'not_accepted' as const, requestId };
    // Whatever stands at the service is read anew before anything else is asked of the physician (GAP-83).
    if (!session) return { ...refused, notice };
    const next = shown(refused, await reads.session(session.id), { nowMs: now(), assumptions });
    return next.phase === 'open' && next.session ? { ...next, notice } : next;
  }

  const writes = outbox.owner<PhysicianOrder>('physician_order', async (completed, commit) => {
    const { write, outcome, owner } = completed;
    const order = owner ?? (await orders.find(write.ownerId));
    if (order?.write?.id !== write.id) return;
    const next = await settled(order, outcome);
    const askedMs = outcome.ok ? (outcome.retryAfterMs ?? firstLookMs) : 0;
    await commit(async (trx) => {
      await orders.keep(trx, next, next.phase === 'rendering' ? askedMs : 0);
      return { ...next, revision: order.revision + 1 };
    });
    log('physician.moved', {
      appointment_id: order.appointmentId,
      phase: next.phase,
      code: next.notice?.code,
      upstream_request_id: next.notice?.requestId,
    });
  });

  return {
    writes,

    async look(order) {
      if (order.phase !== 'open') return { order, bundle: null };
      const over = order.session && !isOpen(order.session, now());
      const current = over ? await keep(closed(order, 'session_closed')) : order;
      if (current.session) return { order: current, bundle: null };
      const bundle = await bundleOf(order.appointmentId);
      const taken = await resumed(current, bundle.existing_session_id);
      return taken ? { order: taken, bundle: null } : { order: current, bundle };
    },

    async open(order, answer) {
      if (order.phase !== 'open') throw orderMoved();
      const { appointmentId } = order;
      const bundle = await bundleOf(appointmentId);
      const taken = await resumed(order, bundle.existing_session_id);
      if (taken) return taken;
      const today = new Date(now()).toISOString().slice(0, 10);
      const body = sessionRequest(bundle, answer, bundle.existing_session_id, today);
      return send({ ...order, given: answer }, 'create', {
        kind: 'physician_session.create',
        params: { appointmentId },
        body,
      });
    },

    async finalize(order, answer, signer) {
      const session = open(order);
      if (session.id !== answer.session_id || session.presentation_hash !== answer.presentation_hash)
        throw orderMoved();
      if (!readPresentation(session.presentation, assumptions).signable)
        throw new Problem('presentation_not_shown');
      return send(order, 'finalize', {
        kind: 'physician_session.finalize',
        params: { sessionId: session.id },
        body: finalizeRequest(session, answer, order, signer),
      });
    },

    async abandon(order) {
      const { id: sessionId } = open(order);
      const body = { reason: 'Given up by the ordering provider.' };
      return send(order, 'abandon', { kind: 'physician_session.abandon', params: { sessionId }, body });
    },
  };
}
