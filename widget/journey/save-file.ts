import type { CalendarAnswer } from '../../server/contract/appointments-api.ts';
import { download } from '../ui/download.ts';
import { requestCalendar, requestConsents, requestForm } from '../visit/files.ts';
import { printConsents } from '../visit/signed-consents.ts';
import type { Journey } from './journey.ts';

/** A file of the appointment: the event for a calendar, the form for the customer's own doctor, or what the customer signed. */
export type FileOfAppointment =
  | { file: 'calendar'; body: CalendarAnswer }
  | { file: 'vo2-form' }
  | { file: 'consents' };

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
  const { appointment_id: id } = shows;
  if (wanted.file === 'consents') {
    const signed = await journey.run(() => requestConsents(session, id), again);
    if (signed) printConsents(signed.consents, session.signal);
    return;
  }
  const file = await journey.run(
    () =>
      wanted.file === 'calendar'
        ? requestCalendar(session, id, wanted.body)
        : requestForm(session, id, wanted.file),
    again,
  );
  if (file) download(file, names[wanted.file]);
}
