/** The time and the clinic of an appointment in words. */
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import { appointments as say } from '../texts/english.ts';
import { momentHere, timeOfDay } from '../ui/format.ts';
import { momentIn, type WallTime, wallTime } from '../ui/wall-time.ts';

/** The confirmed time on the clock of the clinic; null without one. */
export const scheduledAt = ({ scheduled_for, location }: AppointmentView): WallTime | null =>
  scheduled_for === null ? null : wallTime(scheduled_for, location?.timezone ?? '');

/** Formats an instant on the clinic's clock with its zone; null when there is none. */
export const momentWords = ({ location }: AppointmentView, instant: string | null): string | null =>
  instant === null ? null : momentIn(instant, location?.timezone ?? '');

/** Formats when something was read, in the browser's time zone: without its date if it was today. */
export function readWords(instant: string): string {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [read, now] = [wallTime(instant, here), wallTime(new Date().toISOString(), here)];
  const isToday = read !== null && read.text.slice(0, 10) === now?.text.slice(0, 10);
  return isToday ? timeOfDay(read.text) : momentHere(instant);
}

/** Whether the appointment is today, on the clock of the clinic. */
export function isToday(appointment: AppointmentView): boolean {
  const at = scheduledAt(appointment);
  const now = wallTime(new Date().toISOString(), appointment.location?.timezone ?? '');
  return at !== null && at.text.slice(0, 10) === now?.text.slice(0, 10);
}

/** @returns the lines of the clinic's address, in the language of the service; null when it is not known */
export function addressLines({ location }: AppointmentView): string[] | null {
  if (location === null) return null;
  const { address_line_1, address_line_2, city, state, postal_code: zip } = location;
  return [address_line_1, address_line_2 ?? '', say('cityLine', { city, state, zip })].filter(
    (line) => line.trim() !== '',
  );
}
