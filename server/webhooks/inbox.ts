/**
 * The inbox: an event and the reads that follow from it are one commit, so that a crash leaves both or neither (Events:
 * Delivery; WHK-34, WHK-35, WHK-43, T80..T82).
 *
 * What is due is taken under a lease, one read of a subject at a time across all processes; events that come while it
 * is read leave it due.
 */
import type { Kysely } from 'kysely';
import { leaseMs } from '../store/holding.ts';
import type { Seal } from '../store/sealing.ts';
import type { Store } from '../store/store.ts';
import type { Tables, WebhookReadRow } from '../store/tables.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { type ReceivedEvent, type Subject, subjectsOf } from './event.ts';
import { together } from './together.ts';

/** Far longer than any event is tried again. */
const keptMs = 30 * 24 * 60 * 60_000;
/** How many deliveries share a commit at most. */
const acceptedTogether = 64;

export interface Inbox {
  /** False for an event that was taken before. Resolves after the commit. */
  accept(event: ReceivedEvent, body: Buffer): Promise<boolean>;
  due(limit: number): Promise<string[]>;
  /** Undefined where it is not due or another holds it. */
  take(subject: string): Promise<WebhookReadRow | undefined>;
  /** Goes on keeping others away from what was taken. */
  hold(row: WebhookReadRow): Promise<void>;
  /** Read: done, unless something was asked since it was taken. */
  finish(row: WebhookReadRow): Promise<void>;
  /** Not read: due again at `atMs`. */
  postpone(row: WebhookReadRow, atMs: number): Promise<void>;
  forgetOld(): Promise<void>;
}

export function createInbox(needs: {
  assumptions: Assumptions;
  store: Store;
  seal: Seal;
  now: () => number;
}): Inbox {
  const { assumptions, store, seal, now } = needs;
  const { db } = store;

  async function ask(trx: Kysely<Tables>, subjects: Subject[]): Promise<void> {
    if (subjects.length === 0) return;
    const due = { state: 'due', attempts: 0, due_at: now() } as const;
    const rows = subjects.map(({ kind, ref }) => ({ subject: `${kind}:${ref}`, kind, ref }));
    await trx
      .insertInto('webhook_reads')
      .values(inOrder(rows, 'subject').map((row) => ({ ...row, asked: 1, ...due, lease_until: 0, fence: 0 })))
      .onConflict((conflict) =>
        conflict
          .column('subject')
          .doUpdateSet((row) => ({ ...due, asked: row('webhook_reads.asked', '+', 1) })),
      )
      .execute();
  }

  const accept = together(async (items: { event: ReceivedEvent; body: Buffer }[]) => {
    const rows = items.map(({ event: { id, type }, body }) => ({
      id,
      type,
      body: seal.seal(body.toString('base64')),
      received_at: now(),
    }));
    return store.transaction(async (trx) => {
      const added = await trx
        .insertInto('webhook_events')
        .values(inOrder(rows, 'id'))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      const fresh = new Set(added.map(({ id }) => id));
      // The first of several deliveries of one event is the one that is new.
      const isNew = items.map(({ event }) => fresh.delete(event.id));
      const asked = items.filter((_, at) => isNew[at]).flatMap(({ event }) => subjectsOf(event, assumptions));
      await ask(trx, asked);
      return isNew;
    });
  }, acceptedTogether);

  const held = ({ subject, fence }: WebhookReadRow) =>
    db.updateTable('webhook_reads').where('subject', '=', subject).where('fence', '=', fence);

  return {
    accept: (event, body) => accept({ event, body }),

    async due(limit) {
      const rows = await db
        .selectFrom('webhook_reads')
        .select('subject')
        .where('state', '=', 'due')
        .where('due_at', '<=', now())
        .where('lease_until', '<=', now())
        .orderBy('due_at')
        .limit(limit)
        .execute();
      return rows.map(({ subject }) => subject);
    },

    take: (subject) =>
      db
        .updateTable('webhook_reads')
        .set((row) => ({
          lease_until: now() + leaseMs,
          fence: row('fence', '+', 1),
          attempts: row('attempts', '+', 1),
        }))
        .where('subject', '=', subject)
        .where('state', '=', 'due')
        .where('due_at', '<=', now())
        .where('lease_until', '<=', now())
        .returningAll()
        .executeTakeFirst(),

    async hold(row) {
      await held(row)
        .set({ lease_until: now() + leaseMs })
        .where('lease_until', '>', 0)
        .execute();
    },

    async finish(row) {
      const done = await held(row)
        .set({ state: 'done', lease_until: 0 })
        .where('asked', '=', row.asked)
        .executeTakeFirst();
      if (done.numUpdatedRows === 0n) await held(row).set({ lease_until: 0 }).execute();
    },

    async postpone(row, atMs) {
      await held(row).set({ due_at: atMs, lease_until: 0 }).execute();
    },

    async forgetOld() {
      await db
        .deleteFrom('webhook_events')
        .where('received_at', '<', now() - keptMs)
        .execute();
    },
  };
}

/** Each once, in an order that is the same in every process: two commits never wait for each other. */
function inOrder<K extends string, R extends Record<K, string>>(rows: R[], name: K): R[] {
  const once = new Map(rows.toReversed().map((row) => [row[name], row]));
  return [...once.values()].sort((a, b) => (a[name] < b[name] ? -1 : 1));
}
