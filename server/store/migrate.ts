/**
 * Brings the tables up to date: each migration once, in order, in one transaction, by the first of several processes
 * that start together.
 *
 * Two versions of the server run on one database during a release: a migration only adds tables, and columns that are
 * nullable or have a default, and an older version ignores what it does not know. A release renames or drops only what
 * the release before it no longer uses; 0001 to 0008 are the baseline, from before the first release.
 *
 * Kysely's own Migrator is not used: it refuses a database with migrations of a later version, so that an older server
 * could not restart during a release, and with SQLite it runs outside a transaction.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { journeysDraftsWrites } from './migrations/0001-journeys-drafts-writes.ts';
import { appointments } from './migrations/0002-appointments.ts';
import { webhooks } from './migrations/0003-webhooks.ts';
import { evidenceAndDocuments } from './migrations/0004-evidence.ts';
import { writesOfTwoFlows } from './migrations/0005-writes-of-two-flows.ts';
import { handoffs } from './migrations/0006-handoffs.ts';
import { physicianOrders } from './migrations/0007-physician-orders.ts';
import { handoffPurchases } from './migrations/0008-handoff-purchases.ts';
import { documentsByAge } from './migrations/0009-documents-by-age.ts';
import { subjectTokenUses } from './migrations/0010-subject-token-uses.ts';
import { revocations } from './migrations/0011-revocations.ts';
import { noPlainHashes } from './migrations/0012-no-plain-hashes.ts';
import { leases } from './migrations/0015-leases.ts';
import { boundValues } from './migrations/0016-bound-values.ts';
import { events } from './migrations/0017-events.ts';
import { erasures } from './migrations/0018-erasures.ts';
import { retention } from './migrations/0019-retention.ts';
import { accessLog } from './migrations/0020-access-log.ts';
import { supportNotes } from './migrations/0021-support-notes.ts';
import { failedRequests } from './migrations/0022-failed-requests.ts';
import type { StoreKeys } from './store-keys.ts';
import type { Tables } from './tables.ts';

/** A migration: its name, and the function that applies it in the transaction of all migrations. */
export type Migration = [
  name: string,
  apply: (
    db: Kysely<never>,
    kind: 'sqlite' | 'postgres',
    database: {
      /** Whether no earlier version has used this database. */
      isNew: boolean;
      storeKeys: StoreKeys | null;
    },
  ) => Promise<void>,
];

/** In the order in which they are applied; names are never changed. */
export const migrations: readonly Migration[] = [
  ['0001-journeys-drafts-writes', journeysDraftsWrites],
  ['0002-appointments', appointments],
  ['0003-webhooks', webhooks],
  ['0004-evidence', evidenceAndDocuments],
  ['0005-writes-of-two-flows', writesOfTwoFlows],
  ['0006-handoffs', handoffs],
  ['0007-physician-orders', physicianOrders],
  ['0008-handoff-purchases', handoffPurchases],
  ['0009-documents-by-age', documentsByAge],
  ['0010-subject-token-uses', subjectTokenUses],
  ['0011-revocations', revocations],
  ['0012-no-plain-hashes', noPlainHashes],
  ['0015-leases', leases],
  ['0016-bound-values', boundValues],
  ['0017-events', events],
  ['0018-erasures', erasures],
  ['0019-retention', retention],
  ['0020-access-log', accessLog],
  ['0021-support-notes', supportNotes],
  ['0022-failed-requests', failedRequests],
];

interface Applied {
  migrations: { name: string; applied_at: number };
}

/** Any number that nothing else in the same database locks. */
const lockNumber = 7_201_904_226;

/**
 * Runs the missing migrations in one transaction: after an error the database is unchanged.
 * @param storeKeys required for a database in use that lacks migration 0016; otherwise null is allowed
 * @param known the migrations of this version. @default all of them
 * @throws Error if `storeKeys` is required and null
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: 'sqlite' | 'postgres',
  storeKeys: StoreKeys | null,
  known: readonly Migration[] = migrations,
): Promise<void> {
  await db.transaction().execute(async (tables) => {
    // SQLite's transactions take the write lock as they begin (sqlite.ts).
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(tables);
    const trx = tables as unknown as Transaction<Applied>;
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute();
    const rows = await trx.selectFrom('migrations').select('name').execute();
    const done = new Set(rows.map((row) => row.name));
    const isNew = done.size === 0;
    for (const [name, apply] of known) {
      if (done.has(name)) continue;
      await apply(trx as unknown as Kysely<never>, kind, { isNew, storeKeys });
      await trx.insertInto('migrations').values({ name, applied_at: Date.now() }).execute();
    }
  });
}
