/** The calendar file of a confirmed appointment (iCalendar, RFC 5545). */
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { CustomerWords } from '../../config/customer-words.ts';
import type { CalendarAnswer } from '../../contract/appointments-api.ts';
import type { Appointment } from '../../upstream/appointments/responses.ts';
import { appointmentStatusOf } from '../../upstream/appointments/status-words.ts';

/** What the calendar file needs besides the appointment and its texts. */
export interface CalendarDetails {
  /** The host of this server: with the appointment's id it makes the event's UID. */
  host: string;
  words: Pick<CustomerWords, 'appointmentsUrl' | 'appointmentMinutes'>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** How long before the appointment the calendar reminds the customer, in seconds. */
const remindersBefore = [24 * 3600, 2 * 3600];

/**
 * Writes the file. The event has a stable UID and a sequence that grows with each change of the appointment, so that
 * a second file replaces the event of the first. Times are in UTC. Reminders come a day and two hours before.
 * @param texts the name and the description of the event
 * @returns the file; null while the appointment has no confirmed time
 */
export function calendarFile(
  appointment: Appointment,
  { title, text }: CalendarAnswer,
  { host, words, now }: CalendarDetails,
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
    end: new Date(Date.parse(scheduled_for) + words.appointmentMinutes * 60_000),
    summary: title,
    ...(text ? { description: text } : {}),
    location: address,
    status: ICalEventStatus.CONFIRMED,
    alarms: remindersBefore.map((trigger) => ({
      type: ICalAlarmType.display,
      trigger,
      description: title,
    })),
    ...(words.appointmentsUrl === null ? {} : { url: words.appointmentsUrl }),
  });
  return calendar.toString();
}
