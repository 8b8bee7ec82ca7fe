/** A stored document comes back with the bytes that were sent, whatever its length. */
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../../server/booking/evidence/documents.ts';
import { newEncryption } from '../../support/keys.ts';
import { newTestStore, type StoreKind, storeKinds } from '../../support/test-stores.ts';

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

/** A customer has a data key before the first document. */
async function setUp(kind: StoreKind) {
  const store = await newTestStore(kind);
  const encryption = newEncryption();
  const begin = () => store.transaction((trx) => encryption.customerKeys.forWriting(trx, 'customer-1'));
  await begin();
  return { store, encryption, begin, documents: createDocuments(store, encryption, Date.now) };
}

it.each(storeKinds)(
  'keeps the exact bytes around the ends of slices and parts on %s [UPL-06]',
  async (kind) => {
    const { documents } = await setUp(kind);
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

describe.each(storeKinds)('an erasure ends the upload of a document on %s', (kind) => {
  /** Erases the customer after two parts, and then sends the rest. */
  async function erasedMeanwhile(comesBack: boolean) {
    const { store, encryption, begin, documents } = await setUp(kind);
    async function* source() {
      yield Buffer.concat([Buffer.from('%PDF-'), randomBytes(2 * partBytes)]);
      await encryption.customerKeys.remove(store.db, 'customer-1');
      await store.db.deleteFrom('document_parts').execute();
      if (comesBack) await begin();
      yield randomBytes(2 * partBytes);
    }
    await expect(documents.keep('customer-1', source())).rejects.toMatchObject({
      code: 'document_cut_short',
    });
    expect(await store.db.selectFrom('document_parts').select('place').execute()).toEqual([]);
    return store.db.selectFrom('customer_keys').select('customer_id').execute();
  }

  it('which makes no new data key', async () => {
    expect(await erasedMeanwhile(false)).toEqual([]);
  });

  it('also if the customer comes back meanwhile', async () => {
    expect(await erasedMeanwhile(true)).toEqual([{ customer_id: 'customer-1' }]);
  });
});
