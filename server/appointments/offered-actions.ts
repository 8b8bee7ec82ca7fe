/** The actions that an appointment allows (GAP-65, GAP-74; APT-49, APT-59, RES-02). */
import type { AppointmentAction } from '../contract/appointments-api.ts';
import type { OwnedAppointment } from './appointment-records.ts';
import { appointmentStatusOf, hasResults } from './appointment-status.ts';

/** Lists the actions that the last read allows. Each route reads again before it acts. */
export function offeredActions(owned: OwnedAppointment): AppointmentAction[] {
  const { body, change } = owned;
  if (!body) return [];
  const status = appointmentStatusOf(body.status);
  const idle = change?.state !== 'sending';
  const offered: Record<AppointmentAction, boolean> = {
    check_in: status === 'confirmed',
    results: hasResults(body.status, body.results_status),
    signed_form: body.has_signed_form,
    vo2_form: body.test_type === 'VO2' && status !== 'canceled' && status !== 'refunded',
    reschedule: idle && status === 'confirmed' && isPlaceKnown(owned),
    cancel: idle && (status === 'requested' || status === 'confirmed'),
  };
  return (Object.keys(offered) as AppointmentAction[]).filter((action) => offered[action]);
}

const isPlaceKnown = ({ catalogId, offeringId }: OwnedAppointment) =>
  catalogId !== null && offeringId !== null;

/** Whether the customer must reschedule elsewhere because the place is not known, although the status allows it. */
export const isRescheduledElsewhere = (owned: OwnedAppointment): boolean =>
  owned.body !== null && appointmentStatusOf(owned.body.status) === 'confirmed' && !isPlaceKnown(owned);
