/** Receives the signed PDF from the page; it goes to the service when it is handed in (UPL-08, UPL-11, UPL-16, T65, T66). */
import type { Context } from 'koa';
import type { EvidenceService } from '../evidence/evidence.ts';
import { takePdf } from '../evidence/take-pdf.ts';
import type { Journey } from './journey-state.ts';

/**
 * Receives the document of a request and commits the journey with it. A document that is not committed is deleted, and
 * so is the document that it replaces.
 * @param commit resolves with the journey as committed
 * @throws Problem: as takePdf, and as `commit`
 */
export const keepDocument = (
  ctx: Context,
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
