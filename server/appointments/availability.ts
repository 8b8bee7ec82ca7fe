/** Live availability for another time; its strings are compared and carried, never rebuilt (DISC-35, DISC-39, GAP-62, GAP-70). */
import type { AskedTimes, AvailabilityView } from '../contract/appointments-api.ts';
import { Problem, UpstreamError } from '../errors.ts';
import type { AppointmentReads } from '../upstream/appointments/reads.ts';
import type { OwnedAppointment } from './appointments.ts';

export async function readAvailability(
  { catalogId, offeringId }: OwnedAppointment,
  reads: AppointmentReads,
): Promise<AvailabilityView> {
  if (catalogId === null || offeringId === null)
    throw new Problem('not_offered', { title: 'Another time cannot be asked for here.' });
  try {
    const schedule = await reads.schedule(catalogId, offeringId);
    const dates = schedule.available_dates.map((day) => ({
      date: day.available_date,
      times: day.available_times.map((slot) => slot.available_time),
    }));
    return { dates };
  } catch (error) {
    // A calendar that does not answer is shown as such; a missing offering is a defect.
    if (error instanceof UpstreamError && error.status !== 404) return { dates: null };
    throw error;
  }
}

/** @throws Problem for a time that is named twice or not offered, or where nobody can say so */
export function checkTimes(times: AskedTimes, { dates }: AvailabilityView): void {
  const chosen = [times.primary, ...times.alternates];
  if (new Set(chosen).size < chosen.length)
    throw new Problem('invalid_fields', {
      title: 'Choose times that differ from each other.',
      fields: [{ path: 'alternates', message: 'Each time can be chosen once.' }],
    });
  if (dates === null)
    throw new Problem('calendar_unavailable', {
      headers: { 'Retry-After': '5' },
    });
  const offered = new Set(dates.flatMap((day) => day.times));
  if (!chosen.every((time) => offered.has(time))) throw new Problem('slot_gone');
}
