/** Names customers by keyed hashes, in records that outlive their data. */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ofServer } from '../store/customer-keys.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Tables } from '../store/tables.ts';

/**
 * Makes the pseudonym of a customer: HMAC-SHA-256 under a key that is derived from the server's data key. It stays the
 * same when STORE_KEYS rotate. Without the key nobody can check a guess of the id.
 */
export async function pseudonymOf(
  db: Kysely<Tables>,
  encryption: Encryption,
  customerId: string,
): Promise<string> {
  const serverKey = await encryption.customerKeys.forWriting(db, ofServer);
  const key = hkdfSync('sha256', serverKey, '', 'dx-booking pseudonyms of customers 1', 32);
  return createHmac('sha256', Buffer.from(key)).update(customerId).digest('base64url');
}
