/**
 * The bytes of a document from the upload until the storage has them: sealed part by part in the store, hashed on the
 * way, never whole in memory and never changed (UPL-05, UPL-06, UPL-08, UPL-35).
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { largestDocumentBytes } from '../contract/upstream-api/evidence.ts';
import { Problem } from '../errors.ts';
import { detachBuffer } from '../store/detach-buffer.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';

const partBytes = 128 * 1024;
/** Every PDF begins with it. Some readers accept it later in the file, where HTML or a program could come first. */
const mark = Buffer.from('%PDF-');

export interface KeptDocument {
  id: string;
  content_length: number;
  /** Lowercase hexadecimal (UPL-04). */
  sha256: string;
}

export interface Documents {
  /** @throws Problem where it is no PDF, empty or over 20 MiB; nothing of it stays then */
  keep(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<KeptDocument>;
  /** Each part lies in the place of the one before: it is done with when the next is asked for. */
  read(id: string): AsyncGenerator<Buffer>;
  /** @param trx the caller's transaction. @default none */
  discard(id: string, trx?: Kysely<Tables>): Promise<void>;
  /** What nobody handed in is dropped after a while (left-documents.ts). */
  has(id: string): Promise<boolean>;
  /** From here on it is under way. False where it was dropped before. */
  handedIn(id: string, trx: Kysely<Tables>): Promise<boolean>;
  /** Drops what was kept before `beforeMs`, but for these. */
  discardOld(beforeMs: number, but: string[]): Promise<void>;
}

export const documentTooLarge = () =>
  new Problem('document_too_large', {
    title: `A document holds at most ${largestDocumentBytes} bytes (20 MiB).`,
  });

export function createDocuments(store: Store, encryption: Encryption, now: () => number): Documents {
  const { db } = store;

  /** As `read`, each in the place of the one before. */
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

  const discard = async (id: string, trx: Kysely<Tables> = db) => {
    await trx.deleteFrom('document_parts').where('document_id', '=', id).execute();
  };

  async function keepParts(
    id: string,
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
      const body = encryption.encryptBytes(part);
      await db
        .insertInto('document_parts')
        .values({ document_id: id, place, body, created_at: now() })
        .execute();
      detachBuffer(body);
      place += 1;
    }
    if (length === 0) throw new Problem('document_empty');
    return { id, content_length: length, sha256: hash.digest('hex') };
  }

  return {
    async keep(source) {
      const id = randomUUID();
      try {
        return await keepParts(id, source);
      } catch (error) {
        await discard(id);
        throw error;
      }
    },
    async *read(id) {
      const held = Buffer.allocUnsafeSlow(partBytes);
      for (let place = 0; ; place++) {
        const part = await db
          .selectFrom('document_parts')
          .select('body')
          .where('document_id', '=', id)
          .where('place', '=', place)
          .executeTakeFirst();
        if (!part) return;
        const bytes = encryption.decryptBytes(part.body);
        detachBuffer(part.body);
        held.set(bytes);
        const length = bytes.length;
        detachBuffer(bytes);
        yield held.subarray(0, length);
      }
    },
    discard,
    async has(id) {
      const first = await db
        .selectFrom('document_parts')
        .select('place')
        .where('document_id', '=', id)
        .limit(1)
        .executeTakeFirst();
      return first !== undefined;
    },
    async handedIn(id, trx) {
      // Written, not read: whoever drops old documents meanwhile waits, and finds a young one.
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
