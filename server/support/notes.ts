/** The notes of operators, encrypted under the customer's data key. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createEncryptedColumn } from '../store/encrypted-column.ts';
import type { Found } from './find-customer.ts';
import type { WorkDeps } from './retry-work.ts';

/**
 * Attaches a note to the booking that a reference leads to, or to the customer.
 * @param note.text at most 2,000 characters
 * @returns the id of the note
 */
export async function addNote(
  { store, encryption, now }: WorkDeps,
  { customerId, bookingId }: Found,
  note: { author: string; text: string },
): Promise<string> {
  const column = createEncryptedColumn(encryption, {
    table: 'support_notes',
    column: 'body',
    schema: z.string(),
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
