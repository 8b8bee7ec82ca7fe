import type { CalendarAnswer } from '../../server/contract/appointments-api.ts';
import { request } from '../session/request.ts';
import { download } from '../ui/download.ts';
import type { Journey } from './journey.ts';

const timeoutMs = 15_000;

/**
 * Downloads the calendar file of the confirmed appointment. Does nothing at another step than `sent`. Never rejects:
 * `problem` and `failure` of the journey say what went wrong.
 */
export async function saveCalendar(journey: Journey, body: CalendarAnswer): Promise<void> {
  const again = () => void saveCalendar(journey, body);
  const shows = journey.view?.shows;
  if (shows?.step !== 'sent') return;
  const path = `/appointments/${shows.appointment_id}/calendar`;
  const file = await journey.run(async () => {
    const response = await request(journey.session, { method: 'POST', path, body, timeoutMs });
    return response.blob();
  }, again);
  if (file) download(file, 'appointment.ics');
}
