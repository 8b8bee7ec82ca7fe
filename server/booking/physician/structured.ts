/**
 * The structured branch: a session frozen by the service, read and signed by the physician, replaced if something
 * changes, and followed to its artifact (Structured physician order; CFG-26, PHY-02..PHY-09, PHY-22..PHY-42).
 */
import { randomUUID } from 'node:crypto';
import type { ApprovalAnswer, ProviderAnswer } from '../../contract/physician-api.ts';
import { dayAt } from '../../core/calendar-day.ts';
import { Problem, UpstreamError } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Store } from '../../core/store/store.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { readPresentation } from '../../upstream/physician/presentation.ts';
import type { PhysicianReads } from '../../upstream/physician/reads.ts';
import { neededSession, type PhysicianOrderBundle } from '../../upstream/physician/responses.ts';
import type { Outbox, Writes } from '../../upstream/writes/outbox.ts';
import type { LogicalWrite, Outcome } from '../../upstream/writes/write.ts';
import { type FrozenSession, frozen, type PhysicianOrder } from './order.ts';
import type { Orders } from './orders.ts';
import { keepOrder } from './orders.ts';
import { finalizeRequest, type Signer, sessionRequest } from './requests.ts';
import { closed, isOpen, withSession } from './transitions.ts';

const notConfiguredCodes = new Set([
  'STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED',
  'STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED',
]);
/** When the artifact is first read, if the service does not say (PHY-38). */
const firstReadMs = 1_000;

/** Creates the problem 409 `order_moved`: the page acted on an order that has changed since. */
export const orderMoved = () => new Problem('order_moved');

/** Orders through a session of the service. */
export interface StructuredBranch {
  /**
   * Reads what the order shows next: closes a session that is over and resumes one that is open at the service.
   * @returns the order as kept, and the bundle if a session is to be made
   * @throws Problem 409 `not_configured`; UpstreamError; Conflict
   */
  refresh(order: PhysicianOrder): Promise<{ order: PhysicianOrder; bundle: PhysicianOrderBundle | null }>;
  /**
   * Requests a session of what the provider gave, or resumes another one that is open at the service.
   * @param options.replaces the id of the order's session, which the new one replaces; null for none
   * @param options.timeZone of the location, for the date of an order that the provider gave none; null if unknown
   * @returns the order as kept; wait for its write, if any
   * @throws Problem 409 `order_moved` if the order is not open or has another session by now, `not_configured`; 422
   * `invalid_fields`; UpstreamError; Conflict
   */
  open(
    order: PhysicianOrder,
    answer: ProviderAnswer,
    options: { replaces: string | null; timeZone: string | null },
  ): Promise<PhysicianOrder>;
  /**
   * Requests the signature of the session that the physician has seen.
   * @throws Problem 409 `order_moved` if it is not the open session, `presentation_not_shown`; Conflict
   */
  finalize(order: PhysicianOrder, answer: ApprovalAnswer, signer: Signer): Promise<PhysicianOrder>;
  /** Requests the end of the open session. @throws Problem 409 `order_moved` if none is open; Conflict */
  abandon(order: PhysicianOrder): Promise<PhysicianOrder>;
  writes: Pick<OrderWrites, 'wait' | 'reopen' | 'parkedAs'>;
}

interface StructuredDeps {
  assumptions: Assumptions;
  store: Store;
  orders: Orders;
  outbox: Outbox;
  reads: PhysicianReads;
  log: Log;
  now: () => number;
}

type OrderWrites = Writes<'full_api', PhysicianOrder>;

/** Creates the branch of structured orders. Call it once per server: it registers the handler of completed writes. */
export function createStructuredBranch(deps: StructuredDeps): StructuredBranch {
  const { assumptions, now } = deps;
  const writes = createOrderWrites(deps);

  return {
    writes,

    async refresh(order) {
      if (order.phase !== 'open') return { order, bundle: null };
      const isOver = order.session && !isOpen(order.session, now());
      const current = isOver ? await keepOrder(deps, closed(order, 'session_closed')) : order;
      if (current.session) return { order: current, bundle: null };
      const bundle = await readBundle(deps, order.appointmentId);
      const resumed = await resume(deps, current, bundle);
      return resumed ? { order: resumed, bundle: null } : { order: current, bundle };
    },

    async open(order, answer, { replaces, timeZone }) {
      if (order.phase !== 'open' || (order.session?.id ?? null) !== replaces) throw orderMoved();
      const { appointmentId } = order;
      const bundle = await readBundle(deps, appointmentId);
      const resumed = await resume(deps, order, bundle);
      if (resumed) return resumed;
      return send(deps, writes, { ...order, given: answer }, 'create', {
        kind: 'physician_session.create',
        params: { appointmentId },
        body: sessionRequest(bundle, answer, bundle.existing_session_id, dayAt(now(), timeZone)),
      });
    },

    async finalize(order, answer, signer) {
      const session = openSessionOf(order, now());
      if (session.id !== answer.session_id || session.presentation_hash !== answer.presentation_hash)
        throw orderMoved();
      if (!readPresentation(session.presentation, assumptions).signable)
        throw new Problem('presentation_not_shown');
      return send(deps, writes, order, 'finalize', {
        kind: 'physician_session.finalize',
        params: { sessionId: session.id },
        body: finalizeRequest(session, answer, order, signer),
      });
    },

    async abandon(order) {
      return send(deps, writes, order, 'abandon', {
        kind: 'physician_session.abandon',
        params: { sessionId: openSessionOf(order, now()).id },
        body: { reason: 'Given up by the ordering provider.' },
      });
    },
  };
}

/** The session to act on. @throws Problem 409 `order_moved` if none is open */
function openSessionOf({ phase, session }: PhysicianOrder, nowMs: number): FrozenSession {
  if (phase !== 'open' || !session || !isOpen(session, nowMs)) throw orderMoved();
  return session;
}

/** @throws Problem 409 `not_configured` if the service is not set up, which only the operator can change (ERR-31) */
async function readBundle(deps: StructuredDeps, appointmentId: string): Promise<PhysicianOrderBundle> {
  try {
    return await deps.reads.bundle(appointmentId);
  } catch (error) {
    if (!(error instanceof UpstreamError) || !notConfiguredCodes.has(error.code ?? '')) throw error;
    logStopped(deps, appointmentId, error);
    throw new Problem('not_configured', { upstreamRequestId: error.requestId ?? undefined });
  }
}

const logStopped = (
  { log }: StructuredDeps,
  appointment_id: string,
  { code, requestId }: Pick<UpstreamError, 'code' | 'requestId'>,
) => log('physician.stopped', { appointment_id, code, upstream_request_id: requestId });

/**
 * Resumes the session that is open upstream, whichever server made it (PHY-06, GAP-85).
 * @returns null if there is none
 */
async function resume(
  deps: StructuredDeps,
  order: PhysicianOrder,
  { existing_session_id: existing }: PhysicianOrderBundle,
): Promise<PhysicianOrder | null> {
  if (existing === null || existing === order.session?.id) return null;
  const next = await readSession(deps, order, existing);
  if (next.session === null) return null;
  return keepOrder(deps, {
    ...next,
    notice: next.phase === 'open' ? { code: 'resumed', requestId: null } : null,
  });
}

const readSession = async ({ reads, now, assumptions }: StructuredDeps, order: PhysicianOrder, id: string) =>
  withSession(order, await reads.session(id, order.session?.id === id ? order.session : null), {
    nowMs: now(),
    assumptions,
  });

/** Commits the order with its write. @throws Conflict */
async function send(
  { store, orders }: StructuredDeps,
  writes: OrderWrites,
  order: PhysicianOrder,
  kind: NonNullable<PhysicianOrder['write']>['kind'],
  write: LogicalWrite,
): Promise<PhysicianOrder> {
  const id = randomUUID();
  const next: PhysicianOrder = { ...order, phase: 'writing', write: { id, kind }, notice: null };
  const kept = { ...next, revision: order.revision + 1 };
  await store.transaction(async (trx) => {
    await orders.keep(trx, next);
    const { appointmentId: ownerId, customerId } = order;
    await writes.enqueue(trx, { id, ownerId, customerId, write, owner: kept });
  });
  return kept;
}

function createOrderWrites(deps: StructuredDeps): OrderWrites {
  const { orders, outbox, log } = deps;
  return outbox.owner<PhysicianOrder>('physician_order', async ({ write, outcome, owner }, commit) => {
    const order = owner ?? (await orders.find(write.ownerId));
    if (order?.write?.id !== write.id) return;
    const next = await onCompleted(deps, order, outcome);
    const askedMs = outcome.ok ? (outcome.retryAfterMs ?? firstReadMs) : 0;
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
}

/** The order after its completed write. */
async function onCompleted(
  deps: StructuredDeps,
  order: PhysicianOrder,
  outcome: Outcome,
): Promise<PhysicianOrder> {
  const { write, session } = order;
  if (outcome.ok) {
    if (write?.kind === 'abandon') return { ...order, phase: 'open', write: null, session: null };
    if (write?.kind === 'finalize') return { ...order, phase: 'rendering', write: null, notice: null };
    const answer = frozen(neededSession.parse(outcome.data));
    return { ...order, phase: 'open', write: null, session: answer, notice: null };
  }
  const { code, requestId } = outcome.error;
  if (notConfiguredCodes.has(code ?? '')) logStopped(deps, order.appointmentId, outcome.error);
  const refused = { ...order, phase: 'open' as const, write: null };
  const notice = { code: 'not_accepted' as const, requestId };
  // After a refusal the service's session may have changed, so it is read before the physician is asked again (GAP-83).
  if (!session) return { ...refused, notice };
  const next = await readSession(deps, refused, session.id);
  return next.phase === 'open' && next.session ? { ...next, notice } : next;
}
