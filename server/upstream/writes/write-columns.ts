/** The encrypted columns of a write: what is sent, and the result. */
import { z } from 'zod';
import { createEncryptedColumn, type EncryptedColumn } from '../../core/store/encrypted-column.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Outcome } from './write.ts';

/** Bodies of writes contain answers of customers: all questionnaires of the usual size have this one length. */
const leastBodyBytes = 4096;

/** The schema of the exact JSON text that is sent. */
export const storedBody = z.string();
/** The schema of the result of a write. */
export const storedOutcome: z.ZodType<Outcome> = z.union([
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
}

/** Creates the access to the encrypted columns of writes, with their schemas and versions. */
export const writeColumns = (encryption: Encryption): WriteColumns => ({
  body: createEncryptedColumn(encryption, {
    table: 'writes',
    column: 'body',
    schema: storedBody,
    leastBytes: leastBodyBytes,
    isCached: true,
  }),
  outcome: createEncryptedColumn(encryption, { table: 'writes', column: 'outcome', schema: storedOutcome }),
});
