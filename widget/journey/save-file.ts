import type { CalendarAnswer } from '../../server/contract/appointments-api.ts';
import { request, requestJson } from '../session/request.ts';
import { download } from '../ui/download.ts';
import { isSigned } from '../visit/consents-reply.ts';
import { printConsents } from '../visit/signed-consents.ts';
import type { Journey } from './journey.ts';

/** A file of the appointment: the event for a calendar, the form for the customer's own doctor, or what the customer signed. */
export type FileOfAppointment =
  | { file: 'calendar'; body: CalendarAnswer }
  | { file: 'vo2-form' }
  | { file: 'consents' };

const timeoutMs = 60_000;
const names = { calendar: 'appointment.ics', 'vo2-form': 'vo2-assessment.pdf' };

/**
 * Downloads a file of the appointment, or prints what the customer signed. Does nothing at another step than `sent`. Never
 * rejects: `problem` and `failure` of the journey say what went wrong.
 */
export async function saveFile(journey: Journey, wanted: FileOfAppointment): Promise<void> {
  const again = () => void saveFile(journey, wanted);
  const shows = journey.view?.shows;
  if (shows?.step !== 'sent') return;
  const { session } = journey;
  const path = `/appointments/${shows.appointment_id}/${wanted.file}`;
  if (wanted.file === 'consents') {
    const signed = await journey.run(
      () => requestJson(session, isSigned, { method: 'GET', path, timeoutMs }),
      again,
    );
    if (signed) printConsents(signed.consents, session.signal);
    return;
  }
  const content =
    wanted.file === 'calendar' ? { method: 'POST' as const, body: wanted.body } : { method: 'GET' as const };
  const file = await journey.run(async () => {
    const response = await request(session, { ...content, path, timeoutMs });
    return response.blob();
  }, again);
  if (file) download(file, names[wanted.file]);
}
