/** A stored document comes back with the bytes that were sent, whatever its length. */
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createDocuments } from '../../../server/booking/evidence/documents.ts';
import { newEncryption } from '../../support/keys.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';

/** What a read of the database takes at once, and what encryption adds to a part of four such slices. */
const sliceBytes = 31 * 1024;
const overheadBytes = 30;
const partBytes = 4 * sliceBytes - overheadBytes;

const lengths = [
  5,
  sliceBytes - overheadBytes - 1,
  sliceBytes - overheadBytes,
  sliceBytes - overheadBytes + 1,
  partBytes - 1,
  partBytes,
  partBytes + 1,
  2 * partBytes + sliceBytes,
];

it.each(storeKinds)(
  'keeps the exact bytes around the ends of slices and parts on %s [UPL-06]',
  async (kind) => {
    const documents = createDocuments(await newTestStore(kind), newEncryption(), Date.now);
    for (const length of lengths) {
      const pdf = Buffer.concat([Buffer.from('%PDF-'), randomBytes(length - 5)]);
      const kept = await documents.keep('customer-1', [pdf]);
      expect(kept).toMatchObject({
        content_length: length,
        sha256: createHash('sha256').update(pdf).digest('hex'),
      });
      const copied = (async function* () {
        for await (const part of documents.read(kept.id)) yield Buffer.from(part);
      })();
      expect(pdf.equals(await buffer(copied))).toBe(true);
    }
  },
);
