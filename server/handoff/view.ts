/** The view of a handoff (contract/handoff-api.ts), field by field; it has nothing that the customer typed. */

import type { HandoffView } from '../contract/handoff-api.ts';
import type { PartnerContact } from '../contract/partner-contact.ts';
import type { FrameNames } from '../contract/upstream-frame.ts';
import { Problem } from '../core/errors.ts';
import { appointmentStatusOf } from '../upstream/appointments/status-words.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { type HandoffAnswer, readHandoffAnswer } from '../upstream/handoff/answer.ts';
import type { Handoff } from './handoff-state.ts';

/** Poll interval while a write or a verification is under way. */
const soonMs = 1_000;
/** Poll interval while the location has not answered, or the service does not respond or does not show the request. */
const laterMs = 15_000;

/**
 * Makes the view.
 * @param parked whether the handoff's write has used up its retries
 * @throws Problem 503 if the service's response cannot be shown to a customer
 */
export function viewOf(
  handoff: Handoff,
  parked: boolean,
  settings: {
    frameOrigin: string;
    allowedHosts: readonly string[];
    contact: PartnerContact;
    assumptions: Assumptions;
  },
): HandoffView {
  const { id, state, answer, refusal, appointment, request } = handoff;
  const page = answer && hostedPage(answer, settings.frameOrigin, settings.assumptions);
  return {
    handoff_id: id,
    state: parked ? 'stalled' : state,
    // The mode that the service gave, or else the one that was asked for: only a page made for a frame is framed (HND-20).
    presentation_mode: page?.mode ?? request.presentation_mode ?? 'hosted_page',
    url: page?.url ?? null,
    frame_origin: settings.frameOrigin,
    frame_names: frameNames(settings.assumptions),
    allowed_hosts: [...settings.allowedHosts],
    expires_at: page?.expiresAt ?? null,
    appointment,
    refusal: refusal && {
      code: refusal.code,
      title: refusal.title,
      ...(refusal.fields.length > 0 ? { fields: refusal.fields } : {}),
    },
    contact: settings.contact,
    poll_after_ms: parked ? laterMs : pollAfterMs(handoff),
  };
}

function frameNames({ values: { embed } }: Assumptions): FrameNames {
  return {
    type: embed.typeKeys,
    payload: embed.payloadKeys,
    height: embed.heightKeys,
    url: embed.urlKeys,
    status: embed.statusKeys,
    types: embed.types,
  };
}

function pollAfterMs({ state, appointment }: Handoff): number | null {
  if (state === 'preparing' || state === 'verifying') return soonMs;
  // The service may only have been out of reach for longer than a verification lasts.
  if (state === 'unknown') return laterMs;
  const isUnanswered = appointment !== null && appointmentStatusOf(appointment.status) === 'requested';
  return state === 'requested' && isUnanswered ? laterMs : null;
}

/**
 * Reads the hosted page's address from the service's response, under a configured name, and checks it: HTTPS, and on the
 * origin agreed at onboarding (GAP-94).
 * @param frameOrigin the origin that the address must have, from the settings
 * @throws Problem 503 `assumption_unmet` if the response has no address, or several; 503 `handoff_origin_mismatch` if a
 * customer must not be sent there
 */
export function hostedPage(answer: object, frameOrigin: string, assumptions: Assumptions): HandoffAnswer {
  const page = readHandoffAnswer(answer, assumptions);
  // A path is on this origin, since a page on another one is refused. The configuration has checked that the origin is
  // HTTPS or on this machine.
  const { href, origin, username, password } = new URL(page.url, frameOrigin);
  if (origin !== frameOrigin || username !== '' || password !== '')
    throw new Problem('handoff_origin_mismatch');
  return { ...page, url: href };
}

/**
 * Whether the page has expired. A response without a readable time has not; the page itself will say.
 * @param nowMs milliseconds since the epoch
 */
export const isExpired = ({ expiresAt }: HandoffAnswer, nowMs: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= nowMs;
