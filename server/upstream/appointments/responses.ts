/** What the server needs of responses about appointments, in either flow (APT-02..APT-09, APT-50, APT-60, RES-02). */
import { z } from 'zod';
import { cancelResponse, rescheduleResponse } from '../../contract/upstream-api/appointment-changes.ts';
import {
  appointment as namedAppointment,
  appointmentList as namedAppointmentList,
} from '../../contract/upstream-api/appointments.ts';
import { checkInLink as namedLink } from '../../contract/upstream-api/check-in-link.ts';
import { timestamp } from '../../contract/upstream-api/envelope.ts';
import { results as namedResults } from '../../contract/upstream-api/results.ts';
import { scheduleResponse } from '../../contract/upstream-api/schedule.ts';
import { signedForm as namedForm } from '../../contract/upstream-api/signed-form.ts';
import {
  anyId,
  listOf,
  orNull,
  type ReadOf,
  reader,
  testTypeName,
  textOrNumber,
} from '../response-reader.ts';

const text = orNull(z.string());
const time = orNull(timestamp);

/** One appointment: its id finds the customer, and its status is what the customer is shown. */
export const neededAppointment = z.looseObject({
  appointment_id: anyId,
  status: z.string(),
  order_id: orNull(anyId),
  results_status: text,
  test_type: orNull(testTypeName),
  scheduled_for: time,
  original_scheduled_for: time,
  requested_at: time,
  confirmed_at: time,
  created_at: time,
  updated_at: time,
  location: orNull(
    z.looseObject({
      address_line_1: text,
      address_line_2: text,
      city: text,
      state: text,
      postal_code: text,
      timezone: text,
    }),
  ),
  form_type: text,
  has_signed_form: orNull(z.boolean()),
  artifact_status: text,
  physician_order_status: text,
  physician_order_submission_status: text,
  physician_order_submission_deadline_at: time,
  physician_order_submitted_at: time,
  cancellation_reason_code: text,
});

/** The response to a read of one appointment. */
export const appointment = reader({ needed: neededAppointment, named: namedAppointment });
/** An appointment as the server reads it: null is a field that the service did not send in a readable form. */
export type Appointment = ReadOf<typeof appointment>;

const listReader = (mayLoseAll: boolean) =>
  reader({
    needed: z.looseObject({
      items: listOf(neededAppointment, { id: 'appointment_id', mayLoseAll }),
      page_info: orNull(z.looseObject({ has_more: orNull(z.boolean()), next_cursor: orNull(textOrNumber) })),
    }),
    named: namedAppointmentList,
  });

/** One page of the list. Without its end, the page counts as the last one. */
export const appointmentList = listReader(true);

/** The list for one order. An order whose only appointment cannot be read is not one without an appointment. */
export const orderedAppointmentList = listReader(false);
/** One page of the list of appointments. */
export type AppointmentList = ReadOf<typeof appointmentList>;

/** The response to a cancel. A success means that the appointment is canceled. */
export const canceled = reader({
  needed: z.looseObject({ status: text, cancelled_within_24_hour_window: orNull(z.boolean()) }),
  named: cancelResponse,
});

/** The response to a reschedule. A success means that the location has the new request. */
export const rescheduled = reader({
  needed: z.looseObject({ status: text, rescheduled_within_24_hour_window: orNull(z.boolean()) }),
  named: rescheduleResponse,
});

/** The response to a scheduling request. A success means that the location has the request. */
export const scheduled = reader({
  needed: z.looseObject({
    status: text,
    selected_appointment_date: text,
    alternate_availabilities: orNull(z.array(z.string())),
    requested_at: time,
    requested_timezone: text,
    physician_order_submission_deadline_at: time,
  }),
  named: scheduleResponse,
});

/** The response to the read of a check-in link. */
export const checkInLink = reader({ needed: z.looseObject({ url: z.string() }), named: namedLink });

/** The response to the read of a signed form. */
export const signedForm = reader({
  needed: z.looseObject({ signed_form_url: z.string() }),
  named: namedForm,
});

/** Results have any shape (GAP-75). */
export const results = reader({ needed: namedResults, named: namedResults });
