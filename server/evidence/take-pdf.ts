/** Takes a PDF from a request, streamed and hashed into the store (UPL-08, UPL-16, T65, T66). */
import type { Context } from 'koa';
import { largestDocumentBytes } from '../contract/upstream-api/evidence.ts';
import { Problem } from '../errors.ts';
import { giveBack } from '../store/give-back.ts';
import { type Documents, documentTooLarge, type KeptDocument } from './documents.ts';

/** @throws Problem where it is no PDF, empty or over 20 MiB */
export async function takePdf(ctx: Context, documents: Documents): Promise<KeptDocument> {
  if (!ctx.is('application/pdf')) {
    throw new Problem(415, 'document_not_pdf', 'Send the document as application/pdf.');
  }
  if ((ctx.request.length ?? 0) > largestDocumentBytes) {
    // What is still coming is not read: the connection ends with the answer.
    ctx.set('Connection', 'close');
    throw documentTooLarge();
  }
  return documents.keep(asReceived(ctx.req));
}

async function* asReceived(request: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of request) {
    yield bytes;
    giveBack(bytes);
  }
}
