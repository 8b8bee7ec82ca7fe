/**
 * The inbox: an event and the reads that follow from it are one commit, so that a crash leaves both or neither (Events:
 * Delivery; WHK-34, WHK-35, WHK-43, T80..T82). `event-reads.ts` does the reads.
 */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { noLease } from '../jobs/leased-table.ts';
import { ofServer } from '../store/customer-keys.ts';
import { createEncryptedColumn } from '../store/encrypted-column.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { createBatcher } from './create-batcher.ts';
import { type ReceivedEvent, type Subject, subjectsOf } from './event.ts';

/** Much longer than the service retries any event. */
const keptMs = 30 * 24 * 60 * 60_000;
/** The most deliveries in one commit. */
const acceptedTogether = 64;

/** Stores received events. */
export interface Inbox {
  /**
   * Stores an event and the reads that follow. Resolves after the commit. @returns false if the event was accepted
   * before
   */
  accept(event: ReceivedEvent, body: Buffer): Promise<boolean>;
  /** Deletes events that are older than any retry. */
  forgetOld(): Promise<void>;
}

/**
 * Creates the inbox over the database.
 * @param deps.now milliseconds since the epoch
 */
export function createInbox(deps: {
  assumptions: Assumptions;
  store: Store;
  encryption: Encryption;
  now: () => number;
}): Inbox {
  const { assumptions, store, encryption, now } = deps;
  const { db } = store;
  const eventBody = createEncryptedColumn(encryption, {
    table: 'webhook_events',
    column: 'body',
    // Base64 of the request's body.
    schema: z.base64(),
  });

  async function ask(trx: Kysely<Tables>, subjects: Subject[]): Promise<void> {
    if (subjects.length === 0) return;
    const due = { state: 'due', attempts: 0, due_at: now() } as const;
    const rows = subjects.map(({ kind, ref }) => ({ subject: `${kind}:${ref}`, kind, ref }));
    await trx
      .insertInto('webhook_reads')
      .values(inOrder(rows, 'subject').map((row) => ({ ...row, asked: 1, ...due, ...noLease, fence: 0 })))
      .onConflict((conflict) =>
        conflict
          .column('subject')
          .doUpdateSet((row) => ({ ...due, asked: row('webhook_reads.asked', '+', 1) })),
      )
      .execute();
  }

  const accept = createBatcher(async (items: { event: ReceivedEvent; body: Buffer }[]) => {
    const rows = items.map(({ event: { id, type }, body }) => ({
      id,
      type,
      body: body.toString('base64'),
      received_at: now(),
    }));
    return store.transaction(async (trx) => {
      const encrypted = inOrder(rows, 'id').map(async (row) => ({
        ...row,
        body: await eventBody.encrypt(trx, { id: row.id, customer_id: ofServer }, row.body),
      }));
      const added = await trx
        .insertInto('webhook_events')
        .values(await Promise.all(encrypted))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      const fresh = new Set(added.map(({ id }) => id));
      // If several deliveries of one batch have the same event, the first is the new one.
      const isNew = items.map(({ event }) => fresh.delete(event.id));
      const asked = items.filter((_, at) => isNew[at]).flatMap(({ event }) => subjectsOf(event, assumptions));
      await ask(trx, asked);
      return isNew;
    });
  }, acceptedTogether);

  return {
    accept: (event, body) => accept({ event, body }),

    async forgetOld() {
      await db
        .deleteFrom('webhook_events')
        .where('received_at', '<', now() - keptMs)
        .execute();
    },
  };
}

/** Removes duplicates and sorts in an order that is the same in every process, so that two commits never deadlock. */
function inOrder<K extends string, R extends Record<K, string>>(rows: R[], name: K): R[] {
  const once = new Map(rows.toReversed().map((row) => [row[name], row]));
  return [...once.values()].sort((a, b) => (a[name] < b[name] ? -1 : 1));
}
