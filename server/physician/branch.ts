/** Which branch a physician's order follows: the one that its own appointment was made under, or none (CFG-15, CFG-24..CFG-29, PHY-42). */

import { appointmentStatusOf } from '../appointments/appointment-status.ts';
import type { OwnedAppointment } from '../appointments/appointments.ts';
import type { BlockedCode } from '../contract/physician-api.ts';
import { type PhysicianMode, physicianModes } from '../contract/upstream-api/configuration.ts';

export type Branch = PhysicianMode | { blocked: BlockedCode };

/** Fails closed: what is not known, or not said to be enabled, is not followed, and nothing else is in its place. */
export function branchOf(
  { flow, physicianMode, body }: OwnedAppointment,
  structuredEnabled: boolean,
): Branch {
  const mode = physicianModes.find((known) => known === physicianMode);
  if (!mode || flow !== 'full_api') return { blocked: 'mode_unknown' };
  if (mode === 'structured_api' && !structuredEnabled) return { blocked: 'structured_not_enabled' };
  const standing = body ? appointmentStatusOf(body.status) : 'unread';
  if (standing === 'unscheduled' || standing === 'unread') return { blocked: 'not_scheduled' };
  if (standing === 'canceled' || standing === 'refunded') return { blocked: 'appointment_over' };
  return mode;
}
