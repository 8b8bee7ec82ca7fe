/** The next state of a journey after a refused write, if several steps react alike (ERR-36, GAP-30, GAP-31, GAP-68). */
import { isNamed } from '../../contract/upstream-api/error-codes.ts';
import { actionFor } from '../../upstream/actions.ts';
import { isFinalized } from '../../upstream/consent/responses.ts';
import type { WriteKind } from '../../upstream/write-kinds.ts';
import { type Journey, notice } from './journey-state.ts';
import type { RefusedWrite, StepDeps, Transition } from './step.ts';

/** Handles a refusal without a remedy: the journey stays at its step and shows that support is needed. */
export const askSupport = (journey: Journey, refusal: RefusedWrite): Transition => ({
  journey: { ...journey, notice: notice('support_needed', [], refusal.requestId) },
  at: journey.step,
});

/** Asks for consent again. The refused write is repeated afterwards as the same logical request. */
const askConsentAgain = (journey: Journey, kind: WriteKind, refusal: RefusedWrite): Transition => ({
  journey: {
    ...journey,
    consent: null,
    evidence: null,
    partnerAsked: false,
    refused: { ...journey.refused, [kind]: refusal.writeId },
    notice: notice('consent_needed_again', [], refusal.requestId),
  },
});

/**
 * Asks for consent again if the refusal of a write says that it is missing. A refusal without a known code may be about
 * the consent, whatever its status is: the source is read again, and decides (GAP-31, ERR-45).
 * @param kind the refused write
 * @returns null if the consent is not the reason
 * @throws UpstreamError if the source cannot be read
 */
export async function askConsentIfNotValid(
  journey: Journey,
  kind: WriteKind,
  refusal: RefusedWrite,
  deps: StepDeps,
): Promise<Transition | null> {
  const isMissing = actionFor(refusal) === 'establish_consent';
  if (!isMissing && (isNamed(refusal.code) || (await isConsentValid(journey, deps)))) return null;
  return askConsentAgain(journey, kind, refusal);
}

/**
 * Reads the signed consent at its source.
 * @returns whether it is still valid
 * @throws UpstreamError
 */
async function isConsentValid(journey: Journey, deps: StepDeps): Promise<boolean> {
  if (journey.evidence?.upstreamId) {
    return (await deps.evidenceReads.consentEvidence(journey.evidence.upstreamId)).status === 'accepted';
  }
  const sessionId = journey.consent?.signed.session_id;
  if (!sessionId) return false;
  return isFinalized(await deps.reads.consentSession(sessionId));
}
