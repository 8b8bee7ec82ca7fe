/**
 * The scheduling policy of a test; `blocked_by_test_offering_policy` if it is not met (EMB-07). It blocks offerings without
 * times (`empty_schedule`) or without a calendar (`calendar_unavailable`), ages outside the test's range (CALST under 40 or over
 * 75, by `customer_data.date_of_birth`), and blocked questionnaires.
 */
import { ageYears } from '../age-years.ts';
import { questionnaireOutcome } from '../copy/questionnaire-outcome.ts';
import { freeDates } from '../offerings.ts';
import type { AppointmentRecord, HandoffRecord, State } from '../state.ts';
import { offeredOf } from '../v1/appointments.ts';

/** Whether the member can schedule the test on the hosted page. */
export function isSchedulable(
  state: State,
  { request }: HandoffRecord,
  appointment: AppointmentRecord,
  now: Date,
): boolean {
  const offered = offeredOf(state, appointment);
  const age = ageYears(request.customer_data.date_of_birth, now);
  return (
    !offered.offering.traits.includes('calendar_unavailable') &&
    questionnaireOutcome(appointment.test_type, {}, age).status !== 'blocked' &&
    appointment.submission?.outcome.status !== 'blocked' &&
    freeDates(state, offered, now).length > 0
  );
}
