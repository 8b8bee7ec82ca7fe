/**
 * The servers of one database. Each has a row that it renews, so that operators see which versions run, which process is
 * gone, and when the testing service last responded.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import type { InstallationView } from '../../contract/admin-api/views.ts';
import type { Worker } from '../module.ts';
import { isoTime } from '../store/record-kind.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { version } from '../version.ts';
import type { Jobs } from './jobs.ts';

/** How often a server renews its row. */
const renewEveryMs = 30_000;
/** A server that has not renewed its row for this long is gone. */
const goneAfterMs = 4 * renewEveryMs;
/** How long the row of a server that is gone is kept. */
export const goneServersKeptMs = 24 * 60 * 60_000;

/** The row of this server. */
export interface OwnServer extends Worker {
  /** Tells whether the service responded to a request of this server. */
  called(hasResponded: boolean): void;
}

/** Creates the row of this server at the start of the jobs, and renews it. `stop` deletes it. */
export function registerServer({ store: { db }, jobs }: { store: Store; jobs: Jobs }): OwnServer {
  const { now } = jobs.clock;
  const row = {
    ...{ id: randomUUID(), name: `${hostname()}:${process.pid}`, version: version(), started_at: now() },
    ...{ seen_at: now(), responded_at: null as number | null, failed_at: null as number | null },
  };
  let isStopped = false;
  let renewal = Promise.resolve();

  async function renew(): Promise<void> {
    if (isStopped) return;
    row.seen_at = now();
    const { seen_at, responded_at, failed_at } = row;
    await db
      .insertInto('servers')
      .values(row)
      .onConflict((known) => known.column('id').doUpdateSet({ seen_at, responded_at, failed_at }))
      .execute();
  }
  jobs.every(renewEveryMs, () => {
    const running = renew();
    renewal = running.catch(() => {});
    return running;
  });

  return {
    called(hasResponded) {
      row[hasResponded ? 'responded_at' : 'failed_at'] = now();
    },
    async stop() {
      isStopped = true;
      await renewal;
      // Without a database the row stays, and operators see a server that is gone.
      await db
        .deleteFrom('servers')
        .where('id', '=', row.id)
        .execute()
        .catch(() => {});
    },
  };
}

/**
 * Lists the servers of the database, the latest start first.
 * @param nowMs milliseconds since the epoch
 */
export async function listServers(db: Kysely<Tables>, nowMs: number): Promise<InstallationView['servers']> {
  const rows = await db
    .selectFrom('servers')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute();
  const timeOf = (atMs: number | null) => (atMs === null ? null : isoTime(atMs));
  return rows.map(({ id, name, version: own, started_at, seen_at, responded_at, failed_at }) => ({
    ...{ id, name, version: own, started_at: isoTime(started_at), seen_at: isoTime(seen_at) },
    is_gone: nowMs - seen_at > goneAfterMs,
    service_responded_at: timeOf(responded_at),
    service_failed_at: timeOf(failed_at),
  }));
}
