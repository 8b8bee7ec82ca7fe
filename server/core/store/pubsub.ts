/**
 * Messages between the server processes that share one PostgreSQL database (NOTIFY and LISTEN). A message is delivered
 * at most once, and only to processes that listen when it is sent. SQLite has one process, so nothing is sent there.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Activity } from '../activity.ts';
import type { Clock } from '../clock.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import { addressesOf, connectTimeoutMs, createConnect, needPrimary } from './postgres-hosts.ts';
import type { Store } from './store.ts';

/** Receives the messages of a channel. */
interface Listener {
  /** A message of another process. */
  onMessage(text: string): void;
  /** The connection was made, at the start or again: earlier messages may be lost. */
  onGap(): void;
}

/** Messages of one kind. */
export interface Channel {
  /** Sends `text` (at most about 7 kB) to the other processes; a failure is logged, not thrown. */
  publish(text: string): void;
  /** Calls `listener` for each message of another process. Call it before `start`. */
  subscribe(listener: Listener): void;
}

/** The channels between processes, and the connection that receives their messages. */
export interface PubSub {
  /** @param name a lower-case SQL identifier; processes of another release ignore names that they do not know */
  channel(name: string): Channel;
  /** Receives messages until `stop`; a lost connection is logged and made again. */
  start(): void;
  stop(): Promise<void>;
}

/** How often the connection is checked. */
const checkMs = 5_000;
const reconnectMs = 1_000;

/**
 * Creates the channels between processes.
 * @param deps.activity counts the messages on their way to the database
 * @param deps.databaseUrl the address of PostgreSQL; undefined with SQLite: then nothing is sent or received
 */
export function createPubSub(deps: {
  store: Store;
  databaseUrl: string | undefined;
  clock: Clock;
  activity: Activity;
  log: Log;
}): PubSub {
  const { store, databaseUrl, clock, activity, log } = deps;
  if (!databaseUrl) return { channel: () => ({ publish() {}, subscribe() {} }), start() {}, async stop() {} };
  const self = randomUUID();
  const listeners = new Map<string, Listener[]>();
  const stopping = new AbortController();
  let listening = Promise.resolve();
  const addresses = addressesOf(databaseUrl);
  const connectToHost = createConnect(addresses);

  /** Resolves when `stop` was called, rejects when the connection ended. */
  async function listen(): Promise<void> {
    const { client, ended } = await connectToHost((address) => connect(address, addresses.length > 1));
    client.on('notification', ({ channel, payload = '' }) => {
      if (payload.startsWith(self)) return;
      for (const { onMessage } of listeners.get(channel) ?? []) onMessage(payload.slice(self.length));
    });
    try {
      for (const name of listeners.keys()) await client.query(`listen ${name}`);
      for (const { onGap } of [...listeners.values()].flat()) onGap();
      for (;;) {
        await clock.sleep(checkMs, AbortSignal.any([stopping.signal, ended]));
        await client.query('select 1');
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!stopping.signal.aborted) log('notices.interrupted', describeError(error));
      });
      await clock.sleep(reconnectMs, stopping.signal).catch(() => {});
    }
  }

  return {
    channel: (name) => ({
      publish(text) {
        const sent = sql`select pg_notify(${name}, ${self + text})`.execute(store.db);
        const logged = sent.catch((error: unknown) => {
          if (!stopping.signal.aborted) log('notices.not_sent', describeError(error));
        });
        void activity.track(logged);
      },
      subscribe(listener) {
        listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      },
    }),
    start() {
      listening = keepListening();
    },
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}

/**
 * Connects a client.
 * @param isPrimaryNeeded whether to refuse a host that does not accept writes: it sends no messages
 * @returns the client, and a signal that is aborted when its connection ends
 */
async function connect(
  address: string,
  isPrimaryNeeded: boolean,
): Promise<{ client: pg.Client; ended: AbortSignal }> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: connectTimeoutMs(address),
    query_timeout: checkMs,
  });
  const ended = new AbortController();
  client.on('error', (error) => ended.abort(error));
  client.on('end', () => ended.abort());
  try {
    await client.connect();
    if (isPrimaryNeeded) await needPrimary((text) => client.query(text));
    return { client, ended: ended.signal };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
