/** A prescreen or order whose consent the service did not accept (ERR-36, GAP-30, GAP-31, GAP-68). */
import type { WriteKind } from '../upstream/write-kinds.ts';
import { type Journey, notice } from './journey-state.ts';
import type { Needs, Refusal, Transition } from './step.ts';

/** Consent is asked for again; the refused write is then said again, being the same logical request. */
export const consentAgain = (journey: Journey, kind: WriteKind, refusal: Refusal): Transition => ({
  journey: {
    ...journey,
    consent: null,
    evidence: null,
    partnerAsked: false,
    refused: { ...journey.refused, [kind]: refusal.writeId },
    notice: notice('consent_needed_again', [], refusal.requestId),
  },
});

/** Whether the signed consent, read again at its source, still stands. */
export async function consentStands(journey: Journey, needs: Needs): Promise<boolean> {
  if (journey.evidence?.upstreamId) {
    return (await needs.evidenceReads.consentEvidence(journey.evidence.upstreamId)).status === 'accepted';
  }
  const sessionId = journey.consent?.signed.session_id;
  if (!sessionId) return false;
  const session = await needs.reads.consentSession(sessionId);
  return session.finalized_at !== null && session.abandoned_at === null;
}
