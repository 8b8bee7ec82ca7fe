/** Takes the signed PDF from the page; it goes to the service when it is handed in (UPL-08, UPL-11, UPL-16, T65, T66). */
import type { RouterContext } from '@koa/router';
import type { UploadedDocument } from '../contract/journey-api/views.ts';
import type { EvidenceService } from '../evidence/evidence.ts';
import { takePdf } from '../evidence/take-pdf.ts';
import type { Journey } from './journey-state.ts';

/**
 * Receives the document and commits the journey with it. Of the document that is not kept then, nothing stays.
 * @param commit resolves with the journey as committed
 * @throws Problem as takePdf, and whatever `commit` throws
 */
export const keepDocument = (
  ctx: RouterContext,
  journey: Journey,
  evidence: Pick<EvidenceService, 'documents' | 'uploads'>,
  commit: (journey: Journey) => Promise<Journey>,
): Promise<Journey> =>
  takePdf(ctx, evidence, journey.id, async (uploaded) => {
    const { documents } = evidence;
    const next = await commit({ ...journey, uploaded }).catch(async (error: unknown) => {
      await documents.discard(uploaded.id);
      throw error;
    });
    if (journey.uploaded) await documents.discard(journey.uploaded.id);
    return next;
  });

export function answerUploaded(ctx: RouterContext, { uploaded }: Journey): void {
  if (!uploaded) return;
  const body: UploadedDocument = { document_id: uploaded.id, bytes: uploaded.content_length };
  ctx.status = 201;
  ctx.body = body;
}
