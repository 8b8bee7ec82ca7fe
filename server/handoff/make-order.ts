/**
 * Makes the order of a purchase: identity, prescreen if the product asks for it, order. Each write is made once; the
 * next one is a row in the transaction that completes the one before (HND-05, HND-14, IDEM-04, IDEM-12, GAP-95, GAP-97).
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { findOrdered } from '../booking/appointments/lost-appointments.ts';
import { registerAppointment } from '../booking/appointments/register.ts';
import { problemCodes } from '../contract/problem-codes.ts';
import type { Clock } from '../core/clock.ts';
import { Problem, UnreadableResponse, type UpstreamFailure } from '../core/errors.ts';
import type { Log } from '../core/observability/log.ts';
import { requestId } from '../core/observability/request-id.ts';
import { retryConflicts } from '../core/store/conflict.ts';
import type { Encryption } from '../core/store/encryption.ts';
import { afterCommit, type Store } from '../core/store/store.ts';
import type { Tables } from '../core/store/tables.ts';
import type { AppointmentReads } from '../upstream/appointments/reads.ts';
import type { Appointment } from '../upstream/appointments/responses.ts';
import type { ReadConsentMode } from '../upstream/configuration.ts';
import type { ReadProduct } from '../upstream/offerings/reads.ts';
import type { OrderedProduct } from '../upstream/offerings/responses.ts';
import { asOrdered, type Order, order } from '../upstream/orders/responses.ts';
import { reportResponse } from '../upstream/report-response.ts';
import type { Outbox, Writes } from '../upstream/writes/outbox.ts';
import { type HandoffRefusal, isSameStored } from './handoff-state.ts';
import {
  afterWrite,
  needsPrescreen,
  newPurchase,
  nextWrite,
  type Purchase,
  type PurchaseFacts,
} from './purchase.ts';
import type { Purchases } from './purchases.ts';
import { problemOf, refusalOf } from './refusal.ts';

/** What the orders of purchases need. */
export interface MakeOrderDeps {
  store: Store;
  purchases: Purchases;
  encryption: Encryption;
  outbox: Outbox<'co_branded'>;
  /** With the co-branded key. */
  readConsentMode: ReadConsentMode;
  /** The required `environment` of the key's configuration; null accepts any (ENV-09, GAP-01). */
  environment: string | null;
  readProduct: ReadProduct<{ product: OrderedProduct }>;
  /** With the co-branded key. */
  reads: Pick<AppointmentReads, 'appointments'>;
  log: Log;
  clock: Clock;
}

/**
 * Makes the order of a purchase once, however often it is called for the same reference. Waits at most 5 seconds.
 * @returns the order's id
 * @throws Problem 503 `order_under_way` or `order_unavailable` while there is none; 409 `order_refused` or 503
 * `flow_mismatch` if it was refused; 503 `environment_mismatch`; 409 `prescreen_needed`; UpstreamError if configuration or
 * product cannot be read; Conflict
 */
export type MakeOrder = (customerId: string, facts: PurchaseFacts) => Promise<string>;

/** Creates the orders of purchases. Call it once per server: it registers the handler of completed writes. */
export function createMakeOrder(deps: MakeOrderDeps): MakeOrder {
  const { store, purchases, readProduct, outbox, log, clock } = deps;
  const writes = createPurchaseWrites(deps);

  async function begin(customerId: string, facts: PurchaseFacts, last: Purchase | null): Promise<Purchase> {
    checkProvisioning(await deps.readConsentMode(), facts, deps);
    const { product } = await readProduct(facts.catalogId, facts.offeringId);
    askForPrescreen(product, facts, log);
    const fresh = newPurchase(customerId, facts, product);
    const purchase = last ? { ...fresh, ...followed(last) } : fresh;
    const write = nextWrite(purchase);
    const writeId = write && randomUUID();
    const begun = { ...purchase, writeId };
    await store.transaction(async (trx) => {
      await (last ? purchases.update(trx, begun) : purchases.insert(trx, begun));
      if (write && writeId)
        await writes.enqueue(trx, { ...writeOf(begun), id: writeId, write, owner: begun });
    });
    return begun;
  }

  async function current(customerId: string, facts: PurchaseFacts): Promise<Purchase> {
    const last = await purchases.find(customerId, facts.reference);
    // A refusal of the purchase itself lasts until the partner has changed something.
    const isSentAgain =
      last?.refusal && (last.refusal.code !== 'order_refused' || !isSameStored(last.facts, facts));
    return last && !isSentAgain ? last : begin(customerId, facts, last);
  }

  return async (customerId, facts) => {
    let purchase = await retryConflicts(() => current(customerId, facts));
    if (purchase.orderId === null && purchase.writeId) await writes.reopen(purchase.writeId);
    // For the identity and for the order.
    for (const endsAt = clock.elapsed() + 2 * outbox.waitTimeoutMs; ; ) {
      if (purchase.orderId !== null) return purchase.orderId;
      if (purchase.refusal) throw problemOf(purchase.refusal);
      const leftMs = endsAt - clock.elapsed();
      if (leftMs <= 0 || purchase.writeId === null) throw underWay();
      const { state, owner } = await writes.wait(purchase.writeId, leftMs);
      if (state === 'parked') throw await unavailable(writes, purchase.writeId);
      purchase = owner ?? (await purchases.load(purchase.id)) ?? purchase;
      if (state === 'due') throw underWay();
    }
  };
}

/** The fields of a refused purchase that stay when it is begun again. */
const followed = ({ id, revision, beginnings }: Purchase) => ({ id, revision: revision + 1, beginnings });

/** Each kind of write is made once for each beginning. */
const writeOf = ({ id: ownerId, customerId, beginnings }: Purchase) => ({
  ownerId,
  customerId,
  completed: beginnings,
});

/** The writes of purchases: each completed write makes the next one, until there is an order or a refusal. */
function createPurchaseWrites(deps: MakeOrderDeps): Writes<'co_branded', Purchase> {
  const { purchases, encryption, outbox, log, clock } = deps;
  const writes: Writes<'co_branded', Purchase> = outbox.owner('purchase', async (completed, commit) => {
    const {
      write: { id, ownerId, kind },
      outcome,
    } = completed;
    const purchase = completed.owner ?? (await purchases.load(ownerId));
    if (purchase?.writeId !== id) return;
    const found =
      kind === 'order.place' && !outcome.ok && completed.mayBeDone ? await findMade(deps, purchase) : null;
    const answer = found && found !== 'unclear' ? asOrder(found) : outcome.ok ? outcome.data : null;
    const after =
      outcome.ok || answer
        ? afterWrite(purchase, kind, answer)
        : refused(purchase, outcome.error, found === 'unclear');
    const write = after.refusal ? null : nextWrite(after);
    const writeId = write ? randomUUID() : id;
    const next = { ...after, writeId, revision: purchase.revision + 1 };
    const made = kind === 'order.place' && answer ? order.needed.parse(answer) : null;
    await commit(async (trx) => {
      await purchases.update(trx, next);
      if (write) await writes.enqueue(trx, { ...writeOf(next), id: writeId, write, owner: next });
      if (made) await registerOrdered(trx, encryption, purchase, made, clock.now());
      const sent = { purchase_id: purchase.id, kind };
      afterCommit(trx, () => {
        if (outcome.ok) return log('handoff.ordering', { ...sent, status: outcome.status });
        const { status, code, requestId } = outcome.error;
        if (made) return log('handoff.ordering', { ...sent, status });
        return log('handoff.stopped', { ...sent, status, code, upstream_request_id: requestId });
      });
      return next;
    });
  });
  return writes;
}

/** Finds the order that the service may have made for a purchase. @throws UpstreamError */
async function findMade(
  { store: { db }, reads }: Pick<MakeOrderDeps, 'store' | 'reads'>,
  { id, facts, product }: Purchase,
): ReturnType<typeof findOrdered> {
  const row = await db
    .selectFrom('handoff_purchases')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst();
  const { email } = facts.customer;
  const sinceMs = Number(row?.created_at ?? 0);
  // A purchase has the ids of its place, not its address.
  return findOrdered(db, reads, { email, testType: product.testType || null, place: null, sinceMs });
}

/** The response that the order of an appointment would have had. No read of the service has its reference. */
const asOrder = (found: Appointment & { order_id: string }): Order => ({
  ...{ order_id: found.order_id, order_ref: null },
  appointments: [asOrdered(found)],
});

/**
 * The purchase after a refusal. It is begun again under new keys, unless the service may have its order: another key
 * could make a second one, and the same key makes none.
 */
function refused(purchase: Purchase, error: UpstreamFailure, isUnclear: boolean): Purchase {
  const isDone = isUnclear || error.code === 'IDEMPOTENCY_CONFLICT';
  const { beginnings } = purchase;
  const refusal = asOrderRefusal(refusalOf(error), isDone);
  return { ...purchase, refusal, beginnings: isDone ? beginnings : beginnings + 1 };
}

async function registerOrdered(
  trx: Kysely<Tables>,
  encryption: Encryption,
  { customerId, facts, product }: Purchase,
  made: Order,
  atMs: number,
): Promise<void> {
  for (const { appointment_id: appointmentId, test_type: testType } of made.appointments)
    await registerAppointment(
      trx,
      encryption,
      {
        appointmentId,
        customerId,
        orderId: made.order_id,
        flow: 'co_branded',
        testType: testType || product.testType,
        catalogId: facts.catalogId,
        offeringId: facts.offeringId,
        physicianMode: null,
        orderRef: made.order_ref,
        consentJourneyId: null,
        patient: null,
      },
      atMs,
    );
}

/**
 * A difference from the flow's rule is logged (GAP-97).
 * @throws Problem 409 `prescreen_needed`; UnreadableResponse if the prescreen has no route
 */
function askForPrescreen(product: OrderedProduct, facts: PurchaseFacts, log: Log): void {
  const needed = needsPrescreen(product);
  if (needed !== (product.test_type === 'CALST'))
    log('handoff.prescreen_differs', {
      test_type: product.test_type,
      code: needed ? 'flag_set' : 'flag_not_set',
    });
  if (needed && !facts.prescreen) throw new Problem('prescreen_needed');
  // The route of a prescreen names the test.
  if (needed && product.test_type === null) {
    const route = 'GET /v1/locations/{catalogId}/offerings/{offeringId}/products';
    reportResponse(log, route, { ok: false, paths: ['product.test_type'] }, requestId());
    throw new UnreadableResponse();
  }
}

/**
 * The key belongs to the environment of this server, and the consent of a purchase is the one that the key is provisioned
 * for (CFG-02, CFG-09, ENV-09).
 * @throws Problem 503 `environment_mismatch`, 409 `order_refused`
 */
function checkProvisioning(
  found: Awaited<ReturnType<ReadConsentMode>>,
  { consent }: PurchaseFacts,
  { environment, log }: Pick<MakeOrderDeps, 'environment' | 'log'>,
): void {
  const isElsewhere = environment !== null && found.environment !== environment;
  const mode = 'grantId' in consent ? 'service_consent_api' : 'api_partner_pdf';
  if (!isElsewhere && found.customer_consent.mode === mode) return;
  const code = isElsewhere ? 'environment_mismatch' : 'order_refused';
  log('configuration.mismatch', { code });
  throw new Problem(code);
}

/**
 * The customer can correct neither the partner's data nor the operator's settings, so no field is named. A 404 is about
 * the route, which may only be gone while the service is released (ERR-16).
 * @param isDone whether the service may have the order
 */
function asOrderRefusal(refusal: HandoffRefusal, isDone: boolean): HandoffRefusal {
  if (refusal.code === 'flow_mismatch') return refusal;
  const code = isDone || refusal.code === 'order_not_found' ? 'order_unavailable' : 'order_refused';
  return { ...refusal, code, title: problemCodes[code].title, fields: [] };
}

/** Creates the problem 503 `order_under_way`: there is no order yet, or it does not show yet. */
export const underWay = () =>
  new Problem('order_under_way', {
    headers: { 'Retry-After': '2' },
  });

/** An order whose response cannot be read completes by itself, but not within a request. */
async function unavailable(writes: Pick<Writes<'co_branded', Purchase>, 'parkedAs'>, writeId: string) {
  if ((await writes.parkedAs(writeId)) === 'unreadable') return new UnreadableResponse();
  return new Problem('order_unavailable', { headers: { 'Retry-After': '5' } });
}
