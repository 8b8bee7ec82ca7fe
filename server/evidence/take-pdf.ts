/** Receives a PDF from a request, streamed and hashed into the database (UPL-08, UPL-16, T65, T66). */
import type { Context } from 'koa';
import { largestDocumentBytes } from '../contract/upstream-api/evidence.ts';
import { Problem } from '../errors.ts';
import { detachBuffer } from '../store/detach-buffer.ts';
import { type Documents, documentTooLarge, type KeptDocument } from './documents.ts';
import type { Uploads } from './uploads.ts';

/** An upload that is silent for this long has lost its connection. It ends, so that the next one can begin. */
const silentAtMostMs = 15_000;

/**
 * Receives the document of a request and passes it to `then`; no other upload of the same owner can begin meanwhile.
 * The document is deleted if `then` fails.
 * @param owner the journey or appointment that owns the document, and its customer
 * @throws Problem 415 if it is not a PDF or compressed, 422 if empty, 400 if truncated, 413 if over 20 MiB, 429 if
 * another upload of the owner or too many others are running; and the errors of `then`
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
  // The rest of a body that is too large or has no end is not read.
  if (ctx.request.length === undefined) ctx.set('Connection', 'close');
  if ((ctx.request.length ?? 0) > largestDocumentBytes) {
    ctx.set('Connection', 'close');
    throw documentTooLarge();
  }
  return uploads.one(ownerId, async () => {
    const document = await documents.keep(customerId, asReceived(ctx));
    return then(document).catch(async (error: unknown) => {
      await documents.discard(document.id);
      throw error;
    });
  });
}

async function* asReceived({ req }: Context): AsyncGenerator<Buffer> {
  const silent = setTimeout(() => req.destroy(), silentAtMostMs).unref();
  try {
    for await (const bytes of req) {
      silent.refresh();
      yield bytes;
      detachBuffer(bytes);
    }
  } catch (error) {
    // A customer who leaves is not an error of the server.
    if (req.destroyed && !req.complete) throw new Problem('document_cut_short');
    throw error;
  } finally {
    clearTimeout(silent);
  }
}
