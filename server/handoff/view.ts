/** The view of a handoff (contract/handoff-api.ts), field by field; it has nothing that the customer typed. */
import { appointmentStatusOf } from '../appointments/appointment-status.ts';
import type { HandoffView } from '../contract/handoff-api.ts';
import type { FrameNames } from '../contract/upstream-frame.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { Handoff } from './handoff-state.ts';
import { hostedPage } from './hosted-page.ts';

/** Poll interval while a write or a verification is under way. */
const soonMs = 1_000;
/** Poll interval while the location has not answered; the live stream announces the answer sooner. */
const laterMs = 15_000;

/**
 * Makes the view.
 * @param parked whether the handoff's write has used up its retries
 * @throws Problem 503 if the service's response cannot be shown to a customer
 */
export function viewOf(
  handoff: Handoff,
  parked: boolean,
  settings: { frameOrigin: string; allowedHosts: readonly string[]; assumptions: Assumptions },
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
    poll_after_ms: parked ? null : pollAfterMs(handoff),
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
  const isUnanswered = appointment !== null && appointmentStatusOf(appointment.status) === 'requested';
  return state === 'requested' && isUnanswered ? laterMs : null;
}
