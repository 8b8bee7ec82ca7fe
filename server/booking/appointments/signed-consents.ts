/**
 * The consents that customers signed: the text as the step showed it, the decisions, the name, the time and the versions, or
 * the signer and the hash of a signed PDF (CONS-08, CONS-45). Each is one encrypted record, which is kept as long as its booking.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { consentText, type SignedConsents } from '../../contract/journey-api/signed-consents.ts';
import { createEncryptedColumn } from '../../core/store/encrypted-column.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import { isoTime, recordKind } from '../../core/store/record-kind.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';

const text = z.string();

const signedText = z.looseObject({
  grant_id: text,
  test_type: text,
  template_id: text,
  /** Null if the service did not send it. */
  template_version: z.union([text, z.number()]).nullable(),
  content_hash: text,
  typed_name: text,
  /** The IP address of the customer; null if it is not known. */
  signed_from: text.nullable(),
  /** Whether the customer agreed, by the ids of the decisions. */
  decisions: z.record(text, z.boolean()),
  text: consentText,
});
/** A signed PDF. Its bytes are at the service. */
const signedDocument = z.looseObject({
  evidence_id: text,
  test_type: text,
  signer_name: text,
  document: z.object({ sha256: text, bytes: z.int() }),
});
const storedConsent = z.union([signedText, signedDocument]);
/** What a customer signed. */
export type StoredConsent = z.infer<typeof storedConsent>;

/** Describes signed consents, for erasure, retention, exports and support. */
export const consentRecords = recordKind({
  table: 'consents',
  kind: 'consents',
  columns: { body: { schema: storedConsent } },
  id: 'id',
  age: 'signed_at',
  exported: ['id', 'journey_id', 'signed_at'],
  owners: ['journey_id'],
  support: {
    list: 'consents',
    summary: ({ row }) => ({ id: row.id, journey_id: row.journey_id, signed_at: isoTime(row.signed_at) }),
  },
});

/** The signed consents in the database. */
export interface Consents {
  /**
   * Inserts a consent, in the transaction that stores its grant or the verdict about its document.
   * @param of.signedAtMs when the customer signed, in milliseconds since the epoch
   */
  insert(
    trx: Kysely<Tables>,
    of: { journeyId: string; customerId: string; signedAtMs: number },
    consent: StoredConsent,
  ): Promise<void>;
  /** The consents that the customer signed in a booking, the newest first. */
  ofJourney(journeyId: string): Promise<SignedConsents>;
}

/** Creates the access to the signed consents. */
export function createConsents({ db }: Store, encryption: Encryption): Consents {
  const body = createEncryptedColumn(encryption, {
    table: 'consents',
    column: 'body',
    schema: storedConsent,
  });
  return {
    async insert(trx, { journeyId, customerId, signedAtMs }, consent) {
      const place = { id: randomUUID(), customer_id: customerId };
      const row = { ...place, journey_id: journeyId, signed_at: signedAtMs };
      await trx
        .insertInto('consents')
        .values({ ...row, body: await body.encrypt(trx, place, consent) })
        .execute();
    },
    async ofJourney(journeyId) {
      const rows = await db
        .selectFrom('consents')
        .selectAll()
        .where('journey_id', '=', journeyId)
        .orderBy('signed_at', 'desc')
        .execute();
      const consents = await Promise.all(
        rows.map(async (row) => {
          const { grant_id: _, evidence_id: __, ...signed } = await body.decrypt(db, row, row.body);
          return { consent_id: row.id, signed_at: isoTime(row.signed_at), ...signed };
        }),
      );
      return { consents };
    },
  };
}
