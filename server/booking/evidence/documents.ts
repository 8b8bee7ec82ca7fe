/**
 * Stores the bytes of a document from the upload until the storage has them: encrypted part by part in the database,
 * hashed during the upload, never whole in memory and never changed (UPL-05, UPL-06, UPL-08, UPL-35).
 */
import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { largestDocumentBytes } from '../../contract/upstream-api/evidence.ts';
import { Problem } from '../../core/errors.ts';
import { detachBuffer } from '../../core/store/detach-buffer.ts';
import { placeOf } from '../../core/store/encrypted-column.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { TypedRecordKind } from '../../core/store/record-kind.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';

/** The bytes that encryption adds to each part: mark, version, nonce and tag. */
const overheadBytes = 30;
/**
 * One read of a part. PostgreSQL's driver gets it as hexadecimal text, which fits what a socket delivers at once (64
 * KiB). The driver copies longer results several times.
 */
const sliceBytes = 31 * 1024;
/**
 * The bytes of a part, which are four slices once encrypted. They are more than a socket buffers (64 KiB): undici then
 * asks for the next part only after this one has left its memory.
 */
const partBytes = 4 * sliceBytes - overheadBytes;
/** The format version of a part: its raw bytes. */
const version = 1;
/** The start of every PDF. Some readers accept it later in the file, where HTML or a program could precede it. */
const mark = Buffer.from('%PDF-');

/** A stored document: its id, its length in bytes and its hash. */
export interface KeptDocument {
  id: string;
  content_length: number;
  /** Lowercase hexadecimal (UPL-04). */
  sha256: string;
}

/** The documents in the database. */
export interface Documents {
  /**
   * Stores a document of a customer, part by part. It belongs to a record of the customer, and so makes no data key: an
   * erasure ends the upload.
   * @throws Problem 415 `document_not_pdf`, 422 `document_empty`, 413 `document_too_large` over 20 MiB, 400
   * `document_cut_short` if the customer was erased; the errors of `source`. Nothing of it is stored then
   */
  keep(customerId: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<KeptDocument>;
  /**
   * Reads a document; yields nothing if it does not exist. Each part overwrites the previous one, so use it before you
   * request the next.
   */
  read(id: string): AsyncGenerator<Buffer>;
  /** Deletes a document. @param trx the caller's transaction. @default none */
  discard(id: string, trx?: Kysely<Tables>): Promise<void>;
  /** Whether the document exists. A document that is not handed in is deleted after a day (evidence.ts). */
  has(id: string): Promise<boolean>;
  /** Marks the document as handed in. @returns false if it was deleted before */
  handedIn(id: string, trx: Kysely<Tables>): Promise<boolean>;
  /** Deletes documents stored before `beforeMs` (milliseconds since the epoch), except those in `but`. */
  discardOld(beforeMs: number, but: string[]): Promise<void>;
}

/** Describes stored documents, for erasure, retention, exports and support. Nobody exports their content. */
export const documentRecords: TypedRecordKind<
  'document_parts',
  Record<never, never>,
  { document_id: string; bytes: number; created_at: number }
> = {
  table: 'document_parts',
  kind: 'documents',
  columns: {},
  id: 'document_id',
  key: ['document_id'],
  age: 'created_at',
  exported: ['document_id', 'bytes', 'created_at'],
  select: (where) => sql`
    select document_id, cast(sum(length(body) - ${sql.lit(overheadBytes)}) as bigint) as bytes,
      min(created_at) as created_at
    from document_parts where ${where} group by document_id order by document_id`,
};

/** Creates the problem of a document over 20 MiB. */
export const documentTooLarge = () =>
  new Problem('document_too_large', {
    title: `A document holds at most ${largestDocumentBytes} bytes (20 MiB).`,
  });

/** Creates the stored documents over the database. @param now milliseconds since the epoch */
export function createDocuments(store: Store, encryption: Encryption, now: () => number): Documents {
  const { db } = store;

  const discard = async (id: string, trx: Kysely<Tables> = db) => {
    await trx.deleteFrom('document_parts').where('document_id', '=', id).execute();
  };

  return {
    async keep(customerId, source) {
      const id = randomUUID();
      try {
        return await keepParts({ store, encryption, now }, { id, customerId }, source);
      } catch (error) {
        await discard(id);
        throw error;
      }
    },
    read: (id) => readParts({ db, encryption }, id),
    discard,
    has: (id) => hasBeginning(db, id),
    async handedIn(id, trx) {
      // A write, not a read: a concurrent deletion of old documents waits for it and then finds a new document.
      const first = await trx
        .updateTable('document_parts')
        .set({ created_at: now() })
        .where('document_id', '=', id)
        .where('place', '=', 0)
        .executeTakeFirst();
      return first.numUpdatedRows === 1n;
    },
    discardOld: (beforeMs, but) =>
      store.transaction(async (trx) => {
        const old = trx
          .deleteFrom('document_parts')
          .where('place', '=', 0)
          .where('created_at', '<', beforeMs);
        const dropped = await (but.length > 0 ? old.where('document_id', 'not in', but) : old)
          .returning('document_id')
          .execute();
        for (const { document_id: id } of dropped) await discard(id, trx);
      }),
  };
}

async function hasBeginning(db: Kysely<Tables>, id: string): Promise<boolean> {
  const first = await db
    .selectFrom('document_parts')
    .select('place')
    .where('document_id', '=', id)
    .where('place', '=', 0)
    .executeTakeFirst();
  return first !== undefined;
}

/** Reads the parts of a document, one at a time, each in the memory of the last. */
async function* readParts(
  { db, encryption }: { db: Kysely<Tables>; encryption: Encryption },
  id: string,
): AsyncGenerator<Buffer> {
  const held = Buffer.allocUnsafeSlow(overheadBytes + partBytes);
  for (let place = 0; ; place++) {
    const part = await readPart(db, { document_id: id, place }, held);
    if (!part) return;
    const { bytes } = await encryption.decryptBytes(
      db,
      placeOf('document_parts', 'body', part.row),
      part.body,
    );
    held.set(bytes);
    const length = bytes.length;
    detachBuffer(bytes);
    yield held.subarray(0, length);
  }
}

/** Reads an encrypted part into `held`, slice by slice. @returns null if it does not exist (any more) */
async function readPart(db: Kysely<Tables>, key: { document_id: string; place: number }, held: Buffer) {
  let length = 0;
  for (;;) {
    const slice = await db
      .selectFrom('document_parts')
      .select([
        'customer_id',
        sql<Buffer>`substr(body, ${sql.lit(length + 1)}, ${sql.lit(sliceBytes)})`.as('bytes'),
      ])
      .where('document_id', '=', key.document_id)
      .where('place', '=', key.place)
      .executeTakeFirst();
    if (!slice) return null;
    held.set(slice.bytes, length);
    const read = slice.bytes.length;
    detachBuffer(slice.bytes);
    length += read;
    if (read < sliceBytes || length === held.length)
      return { row: { ...key, customer_id: slice.customer_id }, body: held.subarray(0, length) };
  }
}

interface DocumentDeps {
  store: Store;
  encryption: Encryption;
  now: () => number;
}

/** Encrypts and inserts one part. @throws Problem 400 `document_cut_short` if the customer was erased */
async function keepPart(
  { store: { db }, encryption, now }: DocumentDeps,
  row: { document_id: string; place: number; customer_id: string },
  part: Buffer,
): Promise<void> {
  // After an erasure the customer may have come back, with a new key.
  const isErased = row.place > 0 && !(await hasBeginning(db, row.document_id));
  const place = placeOf('document_parts', 'body', row);
  const body = isErased ? null : await encryption.encryptMore(db, place, part, version);
  if (body === null) throw new Problem('document_cut_short');
  await db
    .insertInto('document_parts')
    .values({ ...row, body, created_at: now() })
    .execute();
  detachBuffer(body);
}

/** Inserts a document part by part. */
async function keepParts(
  deps: DocumentDeps,
  { id, customerId }: { id: string; customerId: string },
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<KeptDocument> {
  const hash = createHash('sha256');
  let length = 0;
  let place = 0;
  for await (const part of parts(source)) {
    length += part.length;
    if (length > largestDocumentBytes) throw documentTooLarge();
    if (place === 0 && !part.subarray(0, mark.length).equals(mark)) {
      throw new Problem('document_not_pdf');
    }
    hash.update(part);
    await keepPart(deps, { document_id: id, place, customer_id: customerId }, part);
    place += 1;
  }
  if (length === 0) throw new Problem('document_empty');
  return { id, content_length: length, sha256: hash.digest('hex') };
}

/** The source in parts of full size; each part overwrites the previous one, like `read`. */
async function* parts(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  const held = Buffer.allocUnsafeSlow(partBytes);
  let heldBytes = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; ) {
      const taken = bytes.subarray(at, at + partBytes - heldBytes);
      held.set(taken, heldBytes);
      at += taken.length;
      heldBytes += taken.length;
      if (heldBytes < partBytes) continue;
      yield held;
      heldBytes = 0;
    }
  }
  if (heldBytes > 0) yield held.subarray(0, heldBytes);
}
