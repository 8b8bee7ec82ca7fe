/** One row of work in each leased table, due at once. */
import { sql } from 'kysely';
import type { LeasedTable, LeasedTableName } from '../../server/jobs/leased-table.ts';
import type { Store } from '../../server/store/store.ts';

const work = { attempts: 0, due_at: 0, lease_owner: null, lease_until: 0 };

/** By table: how the server describes it, and how a row that is due comes into it. */
export const leasedTables: {
  [N in LeasedTableName]: { table: LeasedTable<N>; insert: (store: Store) => Promise<unknown> };
} = {
  writes: {
    table: { name: 'writes', key: 'id', fence: 'fence', work: sql`flow = 'full_api' and state = 'due'` },
    insert: (store: Store) =>
      store.db
        .insertInto('writes')
        .values({
          ...work,
          id: 'row',
          flow: 'full_api',
          owner_id: 'o',
          kind: 'identity.save',
          method: 'POST',
          path: '/',
          idempotency_key: 'k',
          key_reused: 0,
          body: null,
          body_sha256: '',
          state: 'due',
          fence: 0,
          outcome: null,
          created_at: 0,
          updated_at: 0,
        })
        .execute(),
  },
  events: {
    table: { name: 'events', key: 'id', fence: 'fence', work: sql`state = 'due'` },
    insert: (store: Store) =>
      store.db
        .insertInto('events')
        .values({
          ...work,
          id: 'row',
          event_id: 'e',
          receiver: 'hook',
          booking_id: 'b',
          sequence: 1,
          customer_id: 'c',
          body: '',
          state: 'due',
          fence: 0,
          created_at: 0,
          updated_at: 0,
        })
        .execute(),
  },
  evidence: {
    table: {
      name: 'evidence',
      key: 'id',
      fence: 'version',
      work: sql`phase in ('transferring', 'processing')`,
    },
    insert: (store: Store) =>
      store.db
        .insertInto('evidence')
        .values({
          ...work,
          id: 'row',
          owner_id: 'o',
          phase: 'transferring',
          body: '',
          version: 1,
          updated_at: 0,
        })
        .execute(),
  },
  physician_orders: {
    table: {
      name: 'physician_orders',
      key: 'appointment_id',
      fence: 'revision',
      work: sql`phase in ('rendering', 'refreshing')`,
    },
    insert: (store: Store) =>
      store.db
        .insertInto('physician_orders')
        .values({ ...work, appointment_id: 'row', phase: 'rendering', revision: 1, body: '', updated_at: 0 })
        .execute(),
  },
  webhook_reads: {
    table: { name: 'webhook_reads', key: 'subject', fence: 'fence', work: sql`state = 'due'` },
    insert: (store: Store) =>
      store.db
        .insertInto('webhook_reads')
        .values({ ...work, subject: 'row', kind: 'appointment', ref: 'r', asked: 1, state: 'due', fence: 0 })
        .execute(),
  },
  webhook_sweeps: {
    table: { name: 'webhook_sweeps', key: 'flow', fence: 'fence', work: sql`flow in ('row')` },
    insert: (store: Store) =>
      store.db
        .insertInto('webhook_sweeps')
        .values({ ...work, flow: 'row', seen_until: 0, fence: 0 })
        .execute(),
  },
  erasures: {
    table: { name: 'erasures', key: 'id', fence: 'fence', work: sql`state <> 'done'` },
    insert: (store: Store) =>
      store.db
        .insertInto('erasures')
        .values({
          ...work,
          id: 'row',
          subject_key: 's',
          customer_id: 'c',
          state: 'erasing',
          removed: '{}',
          fence: 0,
          created_at: 0,
          updated_at: 0,
        })
        .execute(),
  },
  access_log_chains: {
    table: { name: 'access_log_chains', key: 'id', fence: 'fence', work: sql`delivered_seq < last_seq` },
    insert: (store: Store) =>
      store.db
        .insertInto('access_log_chains')
        .values({
          ...work,
          id: 'row',
          number: 1,
          created_at: 0,
          mac: '',
          last_seq: 1,
          last_mac: '',
          head_mac: '',
          purged_seq: 0,
          purged_mac: '',
          purge_mac: '',
          delivered_seq: 0,
          fence: 0,
        })
        .execute(),
  },
  periodic_jobs: {
    table: { name: 'periodic_jobs', key: 'name', fence: 'fence', work: sql`name = 'row'` },
    insert: (store: Store) =>
      store.db
        .insertInto('periodic_jobs')
        .values({ ...work, name: 'row', fence: 0, seen_until: 0 })
        .execute(),
  },
};

/** How version 41d2056 finds a row that it may take, and how it takes one. */
export const olderVersion: Record<LeasedTableName, { due: string; take: string } | null> = {
  writes: {
    due: `select 1 from writes where state = 'due' and due_at <= :now and lease_until <= :now`,
    take: `update writes set lease_owner = 'old', lease_until = :now + 5000, fence = fence + 1`,
  },
  evidence: {
    due: `select 1 from evidence where phase in ('transferring', 'processing') and due_at <= :now`,
    take: 'update evidence set version = version + 1, due_at = :now + 5000',
  },
  physician_orders: {
    due: `select 1 from physician_orders where phase in ('rendering', 'refreshing') and due_at <= :now`,
    take: 'update physician_orders set revision = revision + 1, due_at = :now + 5000',
  },
  webhook_reads: {
    due: `select 1 from webhook_reads where state = 'due' and due_at <= :now and lease_until <= :now`,
    take: 'update webhook_reads set lease_until = :now + 5000, fence = fence + 1',
  },
  webhook_sweeps: {
    due: `select 1 from webhook_sweeps where flow = 'row' and due_at <= :now`,
    take: 'update webhook_sweeps set due_at = :now + 5000, fence = fence + 1',
  },
  periodic_jobs: null,
  access_log_chains: null,
  erasures: null,
  events: null,
};
