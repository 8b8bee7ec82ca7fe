/**
 * Keys that are derived from the server's data key. They stay the same when STORE_KEYS rotate, and at every process of
 * the database. Without them nobody can compute a keyed hash or check a guess of what was hashed.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { type CustomerKeys, ofServer } from './customer-keys.ts';
import type { Store } from './store.ts';

/** The purposes of the keys. The text is part of the derivation, so it never changes. */
const purposes = {
  tags: 'dx-booking customer tag 1',
  pseudonyms: 'dx-booking pseudonyms of customers 1',
  accessLog: 'dx-booking access log 1',
  apiKeys: 'dx-booking names of API keys 1',
  hours: 'dx-booking hours of appointments 1',
  journeys: 'dx-booking ids of journeys 1',
};

/** The keys of the server, by what they are for. The names are HMAC-SHA-256 in base64url. */
export interface ServerKeys {
  /** Names customers in messages between processes (NOTIFY), which everyone with access to the database can read. */
  tagOf(customerId: string): string;
  /** Names users in records that outlive their data: erasures and the access log. */
  pseudonymOf(userId: string): string;
  /** Names an API key in writes that the service refused under it. */
  apiKeyName(apiKey: string): string;
  /** Finds the bookings with an appointment in an hour, without its time in clear. */
  hourKey(hour: string): string;
  /** Authenticates the ids of journeys (booking/journey/journey-ids.ts). */
  journeyTag(text: string): string;
  /** Authenticates the access log (access-log/chain.ts). */
  accessLog: KeyObject;
}

/**
 * Derives the keys: HKDF with SHA-256 from the server's data key, which it makes if there is none.
 * @throws StoreUnavailable; StoreKeyMissing if the store keys do not decrypt the server's data key
 */
export async function openServerKeys(
  keys: Pick<CustomerKeys, 'forReading' | 'forWriting'>,
  store: Store,
): Promise<ServerKeys> {
  // Only the first process of a database takes the lock that a transaction needs.
  const dataKey =
    (await keys.forReading(store.db, ofServer)) ??
    (await store.transaction((trx) => keys.forWriting(trx, ofServer)));
  const keyFor = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, new Uint8Array(), purpose, 32)));
  const hashUnder = (key: KeyObject) => (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url');
  return {
    tagOf: hashUnder(keyFor(purposes.tags)),
    pseudonymOf: hashUnder(keyFor(purposes.pseudonyms)),
    apiKeyName: hashUnder(keyFor(purposes.apiKeys)),
    hourKey: hashUnder(keyFor(purposes.hours)),
    journeyTag: hashUnder(keyFor(purposes.journeys)),
    accessLog: keyFor(purposes.accessLog),
  };
}
