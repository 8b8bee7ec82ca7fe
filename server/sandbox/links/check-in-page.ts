/** The page of a check-in link: read-only, with five facts and nothing else (Appointments 4; APT-51). */
import { pageDocument } from '../../pages/page-document.ts';
import { testFacts } from '../catalog/test-facts.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { offeredOf } from '../v1/appointments.ts';

/** Makes the page as HTML. The appointment must have a confirmed time. */
export function checkInPage(state: State, appointment: AppointmentRecord): string {
  const customer = state.orders.get(appointment.order_id)?.booking.customer;
  const { location } = offeredOf(state, appointment);
  const time = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: location.timezone,
  }).format(new Date(appointment.scheduled_for ?? 0));
  const street = [location.address_line_1, location.address_line_2].filter(Boolean).join(', ');
  return document('Check-in', [
    ['Patient', [customer?.first_name, customer?.last_name].filter(Boolean).join(' ')],
    ['Appointment', time],
    ['Test', testFacts[appointment.test_type].name],
    ['Clinic', `${street}, ${location.city}, ${location.state} ${location.postal_code}`],
    ['Appointment number', appointment.appointment_id],
  ]);
}

/** Makes the page of a link that has expired or was revoked, as HTML. */
export function expiredCheckInPage(): string {
  return document('This check-in link is no longer valid', []);
}

function document(title: string, rows: [string, string][]): string {
  const list = rows.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('\n');
  return pageDocument({
    title,
    styles: ['hosted/page/controls.css', 'links/page/check-in.css'],
    module: null,
    body: `<main>\n<h1>${title}</h1>\n<dl>\n${list}\n</dl>\n</main>`,
  });
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
