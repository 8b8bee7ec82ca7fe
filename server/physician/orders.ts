/** Physicians' orders in the database: one for each appointment. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type PhysicianNotice, providerAnswer } from '../contract/physician-api.ts';
import { physicianSession } from '../contract/upstream-api/physician-order.ts';
import { noLease } from '../jobs/leased-table.ts';
import type { Encryption } from '../store/encryption.ts';
import { createRecords } from '../store/record.ts';
import { afterCommit, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { newOrder, type PhysicianOrder, phases } from './order.ts';

/** The physicians' orders in the database, as {@link createOrders} creates them. */
export type Orders = ReturnType<typeof createOrders>;

const text = z.string();
/** Of a set that a later version may extend. */
const noticeCode = z.custom<PhysicianNotice>((value) => typeof value === 'string');

const storedOrder: z.ZodType<PhysicianOrder> = z.looseObject({
  appointmentId: text,
  // The row's own column says it; earlier bodies do not.
  customerId: text.default(''),
  reference: text,
  revision: z.int(),
  phase: z.enum(phases),
  write: z.looseObject({ id: text, kind: z.enum(['create', 'finalize', 'abandon']) }).nullable(),
  session: physicianSession.extend({ artifact: z.null() }).nullable(),
  given: providerAnswer.nullable(),
  notice: z.looseObject({ code: noticeCode, requestId: text.nullable() }).nullable(),
  uploaded: z.looseObject({ document_id: text, bytes: z.int(), sha256: text }).nullable(),
  evidence: z.looseObject({ deskId: text, attestation_version: text }).nullable(),
  documentReason: text.nullable(),
  partnerAsked: z.boolean(),
});

/**
 * Creates the stored orders over the database.
 * @param now milliseconds since the epoch
 * @param onDue called after each commit that leaves an order to the worker, with the time when it is due in
 * milliseconds since the epoch
 */
export function createOrders(
  store: Store,
  encryption: Encryption,
  now: () => number,
  onDue: (atMs: number) => void,
) {
  const records = createRecords(store, encryption, {
    table: 'physician_orders',
    schema: storedOrder,
    revision: 'revision',
    placeOf: ({ appointmentId, customerId }) => ({ appointment_id: appointmentId, customer_id: customerId }),
    // A lease raises the revision of the row only.
    restore: (body, { revision, customer_id: customerId }) => ({ ...body, revision, customerId }),
  });

  const find = (appointmentId: string, trx?: Kysely<Tables>) =>
    records.load({ appointment_id: appointmentId }, trx);

  return {
    /** Decrypts a row. @throws Unreadable */
    opened: records.open,
    /** Loads the order of an appointment; null if it has none. */
    find,

    /** Loads the order of an appointment; if it has none yet, makes an empty one that is not stored. */
    read: async (appointment: Pick<PhysicianOrder, 'appointmentId' | 'customerId'>) =>
      (await find(appointment.appointmentId)) ?? newOrder(appointment, randomUUID()),

    /**
     * Stores an order and ends any lease of it.
     * @param order its revision is the one that it was computed from
     * @param waitMs until the worker reads, if the phase is the worker's. @default 0
     * @throws Conflict if the order has changed since it was read
     */
    async keep(trx: Kysely<Tables>, order: PhysicianOrder, waitMs = 0): Promise<void> {
      const { revision, phase } = order;
      const dueAt = now() + waitMs;
      const columns = { phase, attempts: 0, ...noLease, due_at: dueAt, updated_at: now() };
      if (revision === 0) await records.insert(trx, order, columns);
      else await records.update(trx, order, revision, columns);
      if (isWork(phase)) afterCommit(trx, () => onDue(dueAt));
    },
  };
}

/** The phases in which the worker reads from the upstream. */
const isWork = (phase: PhysicianOrder['phase']) => phase === 'rendering' || phase === 'refreshing';
