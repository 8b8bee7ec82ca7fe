/** Takes the signed PDF from the page; it goes to the service when it is handed in (UPL-08, UPL-11, UPL-16, T65, T66). */
import type { RouterContext } from '@koa/router';
import type { UploadedDocument } from '../contract/journey-api/views.ts';
import type { Documents } from '../evidence/documents.ts';
import { takePdf } from '../evidence/take-pdf.ts';
import type { Journey } from './journey.ts';

/** @returns the journey with the document kept; the one kept before is dropped by the caller once this is committed */
export const keepDocument = async (
  ctx: RouterContext,
  journey: Journey,
  documents: Documents,
): Promise<Journey> => ({ ...journey, uploaded: await takePdf(ctx, documents) });

export function answerUploaded(ctx: RouterContext, { uploaded }: Journey): void {
  if (!uploaded) return;
  const body: UploadedDocument = { document_id: uploaded.id, bytes: uploaded.content_length };
  ctx.status = 201;
  ctx.body = body;
}
