/** The calendar file of a confirmed appointment (iCalendar, RFC 5545). */
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Appointment } from '../../upstream/appointments/responses.ts';
import { appointmentStatusOf } from './appointment-status.ts';

/** The texts of the calendar file besides the appointment. */
export interface CalendarDetails {
  /** The host of this server: with the appointment's id it makes the event's UID. */
  host: string;
  /** The partner's page with the customer's appointments; null if there is none. */
  appointmentsUrl: string | null;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Writes the file. The event has a stable UID and a sequence that grows with each change of the appointment, so that
 * a second file replaces the event of the first. Times are in UTC. The service names no length, so the event has none.
 * @param title what the event is called
 * @returns the file; null while the appointment has no confirmed time
 */
export function calendarFile(
  appointment: Appointment,
  title: string,
  { host, appointmentsUrl, now }: CalendarDetails,
): string | null {
  const { appointment_id, scheduled_for, created_at, updated_at, location } = appointment;
  if (appointmentStatusOf(appointment.status) !== 'confirmed' || scheduled_for === null) return null;
  const secondsBetween = (Date.parse(updated_at ?? '') - Date.parse(created_at ?? '')) / 1000;
  const { address_line_1, address_line_2, city, state, postal_code } = location ?? {};
  const region = [state, postal_code].filter(Boolean).join(' ');
  const address = [address_line_1, address_line_2, city, region].filter(Boolean).join(', ');
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId: '//dx-booking//server//EN' });
  calendar.createEvent({
    id: `${appointment_id}@${host}`,
    sequence: Math.max(0, Math.floor(secondsBetween) || 0),
    stamp: new Date(now()),
    start: new Date(scheduled_for),
    summary: title,
    location: address,
    status: ICalEventStatus.CONFIRMED,
    ...(appointmentsUrl === null ? {} : { url: appointmentsUrl }),
  });
  return calendar.toString();
}
