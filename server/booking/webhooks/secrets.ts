/** The signing secrets of deliveries: WEBHOOK_SECRETS, and the encrypted ones of registrations (WHK-06, T84). */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ofServer } from '../../core/store/customer-keys.ts';
import { createEncryptedColumn } from '../../core/store/encrypted-column.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';

const keptSecret = z.looseObject({ secret: z.string(), callbackUrl: z.string(), keyPrefix: z.string() });
/** The signing secret of a registration, the address that it registered, and the prefix of the API key. */
type KeptSecret = z.infer<typeof keptSecret>;

/** A registration whose secret is stored. */
export interface Registration {
  writeId: string;
  callbackUrl: string;
  /** The prefix of the API key under which the service sends. */
  keyPrefix: string;
  createdAt: number;
}

/** The secrets that sign deliveries. */
export interface WebhookSecrets {
  /**
   * All secrets, read again at most once a second. A delivery that no recent secret signed is checked with these, so
   * that a registration takes effect within a second.
   */
  all(): Promise<string[]>;
  /** All secrets as of a few seconds ago. */
  recent(): Promise<string[]>;
  /** The registrations whose secrets are stored, with the time in milliseconds since the epoch. */
  registered(): Promise<Registration[]>;
  /** Stores a secret in the transaction that completes the registration. */
  keep(trx: Kysely<Tables>, writeId: string, kept: KeptSecret): Promise<void>;
  /** Deletes the secret of a registration, and the stored response that contains it. */
  forget(writeId: string): Promise<void>;
}

const recentMs = 5_000;
/** Bounds how often forged deliveries make the server read and decrypt its secrets. */
const freshMs = 1_000;

const placeOf = (writeId: string) => ({ write_id: writeId, customer_id: ofServer });

/**
 * Creates the secrets over the database.
 * @param deps.configured WEBHOOK_SECRETS
 * @param deps.now milliseconds since the epoch
 */
export function createWebhookSecrets(deps: {
  store: Store;
  encryption: Encryption;
  configured: readonly string[];
  now: () => number;
}): WebhookSecrets {
  const { store, encryption, configured, now } = deps;
  const body = createEncryptedColumn(encryption, {
    table: 'webhook_secrets',
    column: 'body',
    schema: keptSecret,
  });

  async function stored() {
    const rows = await store.db
      .selectFrom('webhook_secrets')
      .selectAll()
      .orderBy('created_at', 'desc')
      .execute();
    return Promise.all(
      rows.map(async (row) => ({
        writeId: row.write_id,
        createdAt: row.created_at,
        ...(await body.decrypt(store.db, placeOf(row.write_id), row.body)),
      })),
    );
  }

  let read = { secrets: [] as string[], atMs: Number.NEGATIVE_INFINITY };
  let reading: Promise<string[]> | null = null;

  async function readAgain(): Promise<string[]> {
    const atMs = now();
    const secrets = [...configured, ...(await stored()).map(({ secret }) => secret)];
    read = { secrets, atMs };
    return secrets;
  }

  async function noOlderThan(ms: number): Promise<string[]> {
    const ageMs = now() - read.atMs;
    // A clock that was set back must not keep old secrets.
    if (ageMs >= 0 && ageMs < ms) return read.secrets;
    reading ??= readAgain().finally(() => {
      reading = null;
    });
    return reading;
  }

  return {
    all: () => noOlderThan(freshMs),
    recent: () => noOlderThan(recentMs),
    registered: async () =>
      (await stored()).map(({ writeId, callbackUrl, keyPrefix, createdAt }) => ({
        ...{ writeId, callbackUrl, keyPrefix, createdAt },
      })),
    async keep(trx, writeId, kept) {
      const encrypted = await body.encrypt(trx, placeOf(writeId), kept);
      await trx
        .insertInto('webhook_secrets')
        .values({ write_id: writeId, body: encrypted, created_at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    forget: (writeId) =>
      store.transaction(async (trx) => {
        await trx.deleteFrom('webhook_secrets').where('write_id', '=', writeId).execute();
        await trx.deleteFrom('writes').where('id', '=', writeId).execute();
      }),
  };
}
