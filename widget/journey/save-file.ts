import type { CalendarAnswer } from '../../server/contract/appointments-api.ts';
import { request } from '../session/request.ts';
import { download } from '../ui/download.ts';
import type { Journey } from './journey.ts';

/** A file of the appointment: the event for a calendar, or the form for the customer's own doctor. */
export type FileOfAppointment = { file: 'calendar'; body: CalendarAnswer } | { file: 'vo2-form' };

const timeoutMs = 60_000;
const names = { calendar: 'appointment.ics', 'vo2-form': 'vo2-assessment.pdf' };

/**
 * Downloads a file of the appointment. Does nothing at another step than `sent`. Never rejects: `problem` and `failure` of
 * the journey say what went wrong.
 */
export async function saveFile(journey: Journey, wanted: FileOfAppointment): Promise<void> {
  const again = () => void saveFile(journey, wanted);
  const shows = journey.view?.shows;
  if (shows?.step !== 'sent') return;
  const path = `/appointments/${shows.appointment_id}/${wanted.file}`;
  const content =
    wanted.file === 'calendar' ? { method: 'POST' as const, body: wanted.body } : { method: 'GET' as const };
  const file = await journey.run(async () => {
    const response = await request(journey.session, { ...content, path, timeoutMs });
    return response.blob();
  }, again);
  if (file) download(file, names[wanted.file]);
}
