/** Issues, finds and revokes temporary links, which need no API key (Appointments 4, 5; APT-52, APT-61, LIM-10, LIM-11). */
import { createHash } from 'node:crypto';
import { secondsAfter } from '../engine/clock.ts';
import { nextNumber } from '../engine/ids.ts';
import type { AppointmentRecord, State } from '../state.ts';
import type { AppointmentTransition } from '../states/appointment-states.ts';
import type { LinkRecord } from './link-record.ts';

/** The path of each kind of link. */
export const linkPaths = { check_in: '/check-in/:token', signed_form: '/signed-forms/:token' } as const;

/** Transitions that end an appointment's check-in links. */
const checkInEnds: ReadonlySet<AppointmentTransition> = new Set([
  'reschedule',
  'rescheduled',
  'canceled',
  'refunded',
  'no_show',
]);

/**
 * Issues a link and returns its path. Earlier links stay valid (GAP-72).
 * @param link its `expires_at` as `toISOString` formats it
 */
export function issueLink(state: State, link: Omit<LinkRecord, 'revoked'>): string {
  const token = createHash('sha256')
    .update(`link ${nextNumber(state.counters, 'link')}`)
    .digest('base64url');
  state.links.set(token, { ...link, revoked: false });
  return linkPaths[link.leads_to].replace(':token', token);
}

/** How long the address of a signed form is valid, on the sandbox's clock (LIM-11). */
export const signedFormSeconds = 3600;

/** Issues a temporary address of the appointment's signed form (Appointments 5; APT-61). */
export function issueSignedFormUrl(
  state: State,
  { appointment_id }: AppointmentRecord,
  origin: string,
  now: Date,
): string {
  const expires_at = secondsAfter(now, signedFormSeconds).toISOString();
  return origin + issueLink(state, { leads_to: 'signed_form', appointment_id, expires_at });
}

/** Finds an open link; `over` if it has expired or was revoked. */
export function findLink(
  state: State,
  leadsTo: LinkRecord['leads_to'],
  token: string,
  now: Date,
): { status: 'open'; link: LinkRecord } | { status: 'over' | 'unknown' } {
  const link = state.links.get(token);
  if (link?.leads_to !== leadsTo) return { status: 'unknown' };
  return link.revoked || link.expires_at <= now.toISOString() ? { status: 'over' } : { status: 'open', link };
}

/** Revokes the check-in links of an appointment if the transition ends them. */
export function revokeLinksAfter(
  state: State,
  transition: AppointmentTransition,
  appointmentId: string,
): void {
  if (!checkInEnds.has(transition)) return;
  for (const link of state.links.values())
    if (link.leads_to === 'check_in' && link.appointment_id === appointmentId) link.revoked = true;
}
