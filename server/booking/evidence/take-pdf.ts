/** Receives a PDF from a request, streamed and hashed into the database (UPL-08, UPL-16, T65, T66). */
import type { Context } from 'koa';
import { largestDocumentBytes } from '../../contract/upstream-api/evidence.ts';
import { Problem } from '../../core/errors.ts';
import { detachBuffer } from '../../core/store/detach-buffer.ts';
import { type Documents, documentTooLarge, type KeptDocument } from './documents.ts';

/**
 * Receives the document of a request and passes it to `then`; no other upload of the same owner can begin meanwhile.
 * The document is deleted if `then` fails.
 * @param owner the journey or appointment that owns the document, and its customer
 * @throws Problem 415 if it is not a PDF or compressed, 422 if empty, 400 if truncated, 413 if over 20 MiB, 429 if
 * another upload of the owner or too many others are running, 401 once the user has signed out; and the errors of `then`
 */
export async function takePdf<T>(
  ctx: Context,
  { documents, uploads }: { documents: Documents; uploads: Uploads },
  { ownerId, customerId }: { ownerId: string; customerId: string },
  then: (document: KeptDocument) => Promise<T>,
): Promise<T> {
  if (!ctx.is('application/pdf')) {
    throw new Problem('document_not_pdf', { title: 'Send the document as application/pdf.' });
  }
  if (ctx.get('Content-Encoding') !== '') {
    throw new Problem('unsupported_media_type', { title: 'Send the document as it is, not compressed.' });
  }
  if ((ctx.request.length ?? 0) > largestDocumentBytes) throw documentTooLarge();
  return uploads.one(ownerId, async () => {
    const document = await documents.keep(customerId, asReceived(ctx, uploads.silentMs));
    return then(document).catch(async (error: unknown) => {
      await documents.discard(document.id);
      throw error;
    });
  });
}

/** @param silentMs an upload that is silent for this long has lost its connection; it ends, so that the next one can begin */
async function* asReceived({ req, state }: Context, silentMs: number): AsyncGenerator<Buffer> {
  let waits = 0;
  // Only while the server waits for bytes: a customer is not silent while the server stores them.
  const awaitBytes = () => {
    const wait = ++waits;
    // After a time in which the server itself was busy, the sockets come first.
    const endIfSilent = () => setImmediate(() => void (waits === wait && req.destroy()));
    return setTimeout(endIfSilent, silentMs).unref();
  };
  let silent = awaitBytes();
  try {
    // A refusal leaves the connection open, for its response.
    for await (const bytes of req.iterator({ destroyOnReturn: false })) {
      clearTimeout(silent);
      waits++;
      state.requireStillSignedIn?.();
      yield bytes;
      detachBuffer(bytes);
      silent = awaitBytes();
    }
  } catch (error) {
    // A customer who leaves is not an error of the server.
    if (req.destroyed && !req.complete) throw new Problem('document_cut_short');
    throw error;
  } finally {
    clearTimeout(silent);
    waits++;
  }
}

/** Each upload may take 20 MiB of the database before it is refused or replaced. */
const atOnce = 8;
/** An upload over a normal connection has ended by then. */
const retryAfterSeconds = 10;

/** Limits how many documents this process receives at once: one for each journey or appointment, and a few in all. */
export interface Uploads {
  /**
   * Runs `work` while no other upload of the same owner is running.
   * @param ownerId of the journey or appointment that owns the document
   * @throws Problem 429 `upload_in_progress` or `too_many_uploads`, before `work` is called
   */
  one<T>(ownerId: string, work: () => Promise<T>): Promise<T>;
  /** How long an upload may be silent, in milliseconds. */
  silentMs: number;
}

/**
 * Creates the limit, without a running upload. At the limit it throws Problem 429.
 * @param silentMs @default 15,000
 */
export function createUploads(silentMs = 15_000): Uploads {
  const underWay = new Set<string>();
  return {
    silentMs,
    async one(ownerId, work) {
      const headers = { 'Retry-After': String(retryAfterSeconds) };
      if (underWay.has(ownerId))
        throw new Problem('upload_in_progress', {
          headers,
        });
      if (underWay.size >= atOnce)
        throw new Problem('too_many_uploads', {
          headers,
        });
      underWay.add(ownerId);
      try {
        return await work();
      } finally {
        underWay.delete(ownerId);
      }
    },
  };
}
