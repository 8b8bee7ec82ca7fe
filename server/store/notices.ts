/**
 * A word to the other processes at the same PostgreSQL (its NOTIFY and LISTEN): heard once at most, and by nobody who is
 * not there to hear it. Where there is one process, at SQLite, there is nobody to tell.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describeError } from '../http/describe-error.ts';
import type { Log } from '../http/log.ts';
import type { Store } from './store.ts';

export interface Listener {
  /** What another process said. */
  heard(text: string): void;
  /** What was said for a while may not have been heard. */
  missed(): void;
}

export interface Notices {
  /** At most some 7 kB; never waited for. */
  send(text: string): void;
  listen(listener: Listener): void;
  start(): void;
  stop(): Promise<void>;
}

const channel = 'dx_notices';
/** How often the connection is asked whether it is still there. */
const askMs = 5_000;
const againMs = 1_000;

export function createNotices(needs: { store: Store; databaseUrl: string | undefined; log: Log }): Notices {
  const { store, databaseUrl, log } = needs;
  if (!databaseUrl) return { send() {}, listen() {}, start() {}, async stop() {} };
  const self = randomUUID();
  const listeners: Listener[] = [];
  const stopping = new AbortController();
  let listening = Promise.resolve();

  /** Resolves when it was stopped, and throws when the connection ended. */
  async function hear(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: askMs,
      query_timeout: askMs,
    });
    const gone = new AbortController();
    client.on('error', (error) => gone.abort(error));
    client.on('end', () => gone.abort());
    client.on('notification', ({ payload = '' }) => {
      const text = payload.slice(self.length);
      if (!payload.startsWith(self)) for (const { heard } of listeners) heard(text);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      for (const { missed } of listeners) missed();
      for (;;) {
        await sleep(askMs, undefined, { signal: AbortSignal.any([stopping.signal, gone.signal]) });
        await client.query('select 1');
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function keepHearing(): Promise<void> {
    while (!stopping.signal.aborted) {
      await hear().catch((error: unknown) => {
        if (!stopping.signal.aborted) log('notices.interrupted', describeError(error));
      });
      await sleep(againMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    send(text) {
      sql`select pg_notify(${channel}, ${self + text})`
        .execute(store.db)
        .catch((error: unknown) => log('notices.not_sent', describeError(error)));
    },
    listen: (listener) => void listeners.push(listener),
    start() {
      listening = keepHearing();
    },
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}
