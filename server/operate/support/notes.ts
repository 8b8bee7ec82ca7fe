/** The notes of operators, encrypted under the customer's data key. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createEncryptedColumn } from '../../core/store/encrypted-column.ts';
import { isoTime, recordKind } from '../../core/store/record-kind.ts';
import type { FoundCustomer } from './find-customer.ts';
import type { WorkDeps } from './retry-work.ts';

const storedNote = z.string();

/** Describes stored notes, for erasure, retention, exports and support. */
export const noteRecords = recordKind({
  table: 'support_notes',
  kind: 'notes',
  columns: { body: { schema: storedNote } },
  id: 'id',
  age: 'created_at',
  exported: ['id', 'booking_id', 'author', 'created_at'],
  owners: ['booking_id'],
  support: {
    list: 'notes',
    summary: ({ row, values }, { notes }) => ({
      id: row.id,
      booking_id: row.booking_id || null,
      author: row.author,
      length: values?.body.length ?? 0,
      text: notes ? (values?.body ?? null) : null,
      created_at: isoTime(row.created_at),
    }),
  },
});

/**
 * Attaches a note to the booking that a reference leads to, or to the customer.
 * @param note.text at most 2,000 characters
 * @returns the id of the note
 */
export async function addNote(
  { store, encryption, now }: WorkDeps,
  { customerId, bookingId }: FoundCustomer,
  note: { author: string; text: string },
): Promise<string> {
  const column = createEncryptedColumn(encryption, {
    table: 'support_notes',
    column: 'body',
    schema: storedNote,
  });
  const place = { id: randomUUID(), customer_id: customerId };
  await store.transaction(async (trx) => {
    const row = { ...place, booking_id: bookingId ?? '', author: note.author, created_at: now() };
    const body = await column.encrypt(trx, place, note.text);
    await trx
      .insertInto('support_notes')
      .values({ ...row, body })
      .execute();
  });
  return place.id;
}
