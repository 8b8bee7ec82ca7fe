/**
 * The branches of a journey. A change of the key's configuration applies to what the service has not created yet: the
 * consent mode is fixed with the consent source, the physician mode with the order (CFG-16..CFG-18, CFG-22).
 */
import { UnreadableResponse, UpstreamError } from '../../core/errors.ts';
import type { Configuration } from '../../upstream/configuration.ts';
import { type Journey, notice, type OrderBranch } from './journey-state.ts';
import type { StepDeps, Transition } from './step.ts';

/** The steps that ask for consent, each with the mode that it belongs to. */
const modeOfStep: Partial<Record<Journey['step'], string>> = {
  consent: 'service_consent_api',
  document: 'api_partner_pdf',
};

/** The consent mode of a journey: that of its consent source, or else of the configuration that was read last. */
export function consentModeOf({ configuration, consent, evidence, signing }: Journey): string {
  if (evidence) return 'api_partner_pdf';
  return consent || signing ? 'service_consent_api' : configuration.customer_consent.mode;
}

/** Whether the signed consent has not expired. */
export const isConsentInForce = ({ consent }: Journey, nowMs: number): boolean =>
  consent !== null && (consent.expires_at === null || Date.parse(consent.expires_at) > nowMs);

/** Whether the journey is at a step that asks for consent and waits for the customer. */
export const asksConsent = ({ state, step, pending, signing, evidence }: Journey): boolean =>
  state === 'open' && step in modeOfStep && !pending && !signing && evidence?.status !== 'checking';

/**
 * Makes the journey leave a step that asks for consent in a way that the key is no longer provisioned for. A consent
 * that was given before is kept.
 * @param found the configuration as it is now
 * @param documents deletes the document that was uploaded for the former branch and is no longer needed
 * @returns null if the step fits the configuration
 */
export function leaveBranch(
  journey: Journey,
  found: Configuration,
  { evidence: { documents }, now }: Pick<StepDeps, 'evidence' | 'now'>,
): Transition | null {
  if (!asksConsent(journey) || modeOfStep[journey.step] === found.customer_consent.mode) return null;
  const next = { ...journey, configuration: found, notice: null };
  if (journey.evidence || isConsentInForce(journey, now())) return { journey: next };
  const { uploaded } = journey;
  return {
    journey: {
      ...next,
      consent: null,
      uploaded: null,
      documentReason: null,
      partnerAsked: false,
      notice: notice('consent_method_changed'),
    },
    ...(uploaded && { also: async (trx) => void (await documents.discard(uploaded.id, trx)) }),
  };
}

/**
 * Reads the branch of an order that the service has just created, or of the prescreen that gives the order its id. If
 * the configuration has changed since the journey read it, the time of the appointment decides. A branch is never
 * guessed: without a response, the write that created the workflow is completed later. If the service refuses the read
 * or its response cannot be read, the former configuration is kept, since nothing may stop for good after the payment.
 * @param appointmentId the order's appointment. @default the workflow has just been created
 * @throws UpstreamError if the service does not respond
 */
export async function readOrderBranch(
  { configuration: before }: Journey,
  { reads, provisioning }: Pick<StepDeps, 'reads' | 'provisioning'>,
  appointmentId?: string,
): Promise<OrderBranch> {
  try {
    const found = await provisioning.readUnchecked(before);
    if (appointmentId === undefined || found.configuration_version === before.configuration_version)
      return branchUnder(found);
    const { created_at } = await reads.appointment(appointmentId);
    const isOlder =
      created_at !== null &&
      found.updated_at !== null &&
      Date.parse(created_at) < Date.parse(found.updated_at);
    return branchUnder(isOlder ? before : found);
  } catch (error) {
    const isFinal =
      error instanceof UnreadableResponse ||
      (error instanceof UpstreamError && error.status >= 400 && error.status < 500 && error.status !== 429);
    if (!isFinal) throw error;
    return branchUnder(before);
  }
}

const branchUnder = ({ configuration_version, physician_order }: Configuration): OrderBranch => ({
  configuration_version,
  physician_mode: physician_order.mode,
});
