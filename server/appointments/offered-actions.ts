/** What a customer may do with an appointment as it was read last (GAP-65, GAP-74; APT-49, APT-59, RES-02); each route asks again. */
import type { AppointmentAction } from '../contract/appointments-api.ts';
import { appointmentStatusOf, hasResults } from './appointment-status.ts';
import type { OwnedAppointment } from './appointments.ts';

export function offeredActions(owned: OwnedAppointment): AppointmentAction[] {
  const { body, change } = owned;
  if (!body) return [];
  const standing = appointmentStatusOf(body.status);
  const idle = change?.state !== 'sending';
  const offered: Record<AppointmentAction, boolean> = {
    check_in: standing === 'confirmed',
    results: hasResults(body.status, body.results_status),
    signed_form: body.has_signed_form,
    vo2_form: body.test_type === 'VO2' && standing !== 'canceled' && standing !== 'refunded',
    reschedule: idle && standing === 'confirmed' && isPlaceKnown(owned),
    cancel: idle && (standing === 'requested' || standing === 'confirmed'),
  };
  return (Object.keys(offered) as AppointmentAction[]).filter((action) => offered[action]);
}

const isPlaceKnown = ({ catalogId, offeringId }: OwnedAppointment) =>
  catalogId !== null && offeringId !== null;

/** Only where everything else allows it, so that nobody is sent away for nothing. */
export const isRescheduledElsewhere = (owned: OwnedAppointment): boolean =>
  owned.body !== null && appointmentStatusOf(owned.body.status) === 'confirmed' && !isPlaceKnown(owned);
