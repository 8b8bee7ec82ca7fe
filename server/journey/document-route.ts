/** Takes the signed PDF from the page, streamed and hashed into the store; it goes to the service when it is handed in (UPL-08, UPL-11, UPL-16, T65, T66). */
import type { RouterContext } from '@koa/router';
import type { UploadedDocument } from '../contract/journey-api/views.ts';
import { largestDocumentBytes } from '../contract/upstream-api/evidence.ts';
import { Problem } from '../errors.ts';
import { type Documents, documentTooLarge } from '../evidence/documents.ts';
import type { Journey } from './journey.ts';

/** @returns the journey with the document kept; the one kept before is dropped by the caller once this is committed */
export async function keepDocument(
  ctx: RouterContext,
  journey: Journey,
  documents: Documents,
): Promise<Journey> {
  if (!ctx.is('application/pdf')) {
    throw new Problem(415, 'document_not_pdf', 'Send the document as application/pdf.');
  }
  if ((ctx.request.length ?? 0) > largestDocumentBytes) {
    // What is still coming is not read: the connection ends with the answer.
    ctx.set('Connection', 'close');
    throw documentTooLarge();
  }
  return { ...journey, uploaded: await documents.keep(ctx.req) };
}

export function answerUploaded(ctx: RouterContext, { uploaded }: Journey): void {
  if (!uploaded) return;
  const body: UploadedDocument = { document_id: uploaded.id, bytes: uploaded.content_length };
  ctx.status = 201;
  ctx.body = body;
}
