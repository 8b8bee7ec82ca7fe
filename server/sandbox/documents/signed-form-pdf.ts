/** The signed form of an appointment: consent and physician's order in one document (Event types; APT-61, WHK-11). */
import { testFacts } from '../catalog/test-facts.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { offeredOf } from '../v1/appointments.ts';
import { pdf } from './pdf.ts';

/** Creates the signed form from the appointment's order. */
export function signedFormPdf(state: State, appointment: AppointmentRecord): Buffer {
  const customer = state.orders.get(appointment.order_id)?.booking.customer;
  const { location } = offeredOf(state, appointment);
  return pdf({
    title: 'Consent and physician order',
    introduction: 'Made by a sandbox for testing. This is not a medical document, and nobody in it exists.',
    sections: [
      {
        heading: 'Patient',
        lines: [
          `Name: ${customer?.first_name} ${customer?.last_name}`,
          `Date of birth: ${customer?.date_of_birth}`,
        ],
      },
      {
        heading: 'Order',
        lines: [
          `Test: ${testFacts[appointment.test_type].name}`,
          `Facility: ${location.address_line_1}, ${location.city}, ${location.state} ${location.postal_code}`,
          `Order id: ${appointment.order_id}`,
          `Appointment id: ${appointment.appointment_id}`,
        ],
      },
      {
        heading: 'Signatures',
        lines: ['Patient: signed electronically', 'Ordering physician: signed electronically'],
      },
    ],
  });
}
