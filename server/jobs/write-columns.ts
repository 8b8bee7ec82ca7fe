/** The encrypted columns of a write: what is sent, and the result. */
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { createEncryptedColumn, type EncryptedColumn } from '../store/encrypted-column.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Tables } from '../store/tables.ts';
import type { Outcome } from './write.ts';

/** Bodies of writes contain answers of customers: all questionnaires of the usual size have this one length. */
const leastBodyBytes = 4096;

const storedOutcome: z.ZodType<Outcome> = z.union([
  z.looseObject({
    ok: z.literal(true),
    status: z.int(),
    data: z.unknown(),
    retryAfterMs: z.number().exactOptional(),
  }),
  z.looseObject({
    ok: z.literal(false),
    error: z.looseObject({
      status: z.int(),
      code: z.string().nullable(),
      details: z.unknown(),
      requestId: z.string().nullable(),
    }),
  }),
]);

/** The encrypted columns of the table `writes`. */
export interface WriteColumns {
  /** The exact JSON text that is sent. */
  body: EncryptedColumn<'writes', string>;
  outcome: EncryptedColumn<'writes', Outcome>;
  /**
   * Derives 256 bits from a text under the customer's data key: the same for the same text, also after a restore, so
   * that a repeated write has the same bytes.
   */
  padding(trx: Kysely<Tables>, customerId: string, text: string): Promise<Buffer>;
}

/** Creates the access to the encrypted columns of writes, with their schemas and versions. */
export const writeColumns = (encryption: Encryption): WriteColumns => ({
  body: createEncryptedColumn(encryption, {
    table: 'writes',
    column: 'body',
    schema: z.string(),
    leastBytes: leastBodyBytes,
    isCached: true,
  }),
  outcome: createEncryptedColumn(encryption, { table: 'writes', column: 'outcome', schema: storedOutcome }),
  async padding(trx, customerId, text) {
    const dataKey = await encryption.customerKeys.forWriting(trx, customerId);
    const bytes = hkdfSync('sha256', dataKey, new Uint8Array(), 'dx-booking padding 1', 32);
    const key = createSecretKey(Buffer.from(bytes));
    return createHmac('sha256', key).update(text).digest();
  },
});
