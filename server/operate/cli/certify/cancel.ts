/**
 * Cancels what a certification booked: its own appointment, and the bookings that an interrupted run left (APT-04,
 * APT-38).
 */
import { randomUUID } from 'node:crypto';
import {
  type Appointment,
  appointment,
  appointmentList,
} from '../../../contract/upstream-api/appointments.ts';
import { meaningOf } from '../../../upstream/appointments/status-words.ts';
import type { Query } from '../../../upstream/fill-path.ts';
import { errorInWords, refusalInWords } from './in-words.ts';
import { person } from './person.ts';
import { readAppointment } from './scheduling.ts';
import { send, type Walk, WalkEnded, write } from './walk.ts';

const confirmed = { confirm_within_24_hour_penalty: true, reason: 'certification' };
const pagesAtMost = 20;
const pageSize = 50;
/** The statuses in which a location holds a time, as the list filters by them. */
const booked = ['pending_confirmation', 'confirmed'];
const what = 'the cancel of bookings that an earlier run left';

/**
 * Cancels the appointment of this run. Without requested times nothing is booked, and a service may refuse the cancel.
 * @throws WalkEnded if the cancel of a booked appointment is rejected
 */
export async function cancelOwn(walk: Walk, appointmentId: string): Promise<void> {
  const status = await readStatus(walk, appointmentId);
  if (
    status === null ||
    meaningOf(status, walk.learning.values().appointment.statusWords) !== 'unscheduled'
  ) {
    await write(walk, 'a cancel', 'appointment.cancel', { appointmentId }, confirmed);
    return readAppointment(walk, 'an appointment after its cancel', appointmentId, 'canceled');
  }
  const came = await send(walk, 'appointment.cancel', { appointmentId }, confirmed);
  if (came.kind === 'answered') return;
  const why = came.kind === 'refused' ? ` (${refusalInWords(came.error)})` : '';
  walk.comparison.skipped('a cancel', `the order has no requested times, so nothing is booked${why}`);
}

async function readStatus({ http }: Walk, appointmentId: string): Promise<string | null> {
  const read = await http
    .read('/v1/appointments/{appointmentId}', { params: { appointmentId } })
    .catch(() => null);
  return appointment.pick({ status: true }).safeParse(read?.data).data?.status ?? null;
}

/**
 * Cancels every open booking of the invented person, found by the e-mail address. Call it before and after the booking.
 * Never rejects.
 */
export async function cancelLeft(walk: Walk): Promise<void> {
  try {
    if (await ignoresEmail(walk))
      return walk.comparison.skipped(what, 'the list of appointments does not filter by e-mail address');
    for (const status of booked)
      for (const { appointment_id: appointmentId } of await list(walk, { email: person.email, status }))
        await cancelOne(walk, appointmentId);
  } catch (error) {
    if (!(error instanceof WalkEnded)) walk.comparison.skipped(what, errorInWords(error));
  }
}

/** Whether the list ignores the address: then it holds appointments of others, which must not be canceled. */
async function ignoresEmail(walk: Walk): Promise<boolean> {
  const nobody = await page(walk, { email: `nobody-${randomUUID()}@partner.example`, limit: 1 });
  return nobody.items.length > 0;
}

async function list(walk: Walk, query: Query): Promise<Appointment[]> {
  const found: Appointment[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < pagesAtMost; pages++) {
    const { items, page_info } = await page(walk, {
      ...query,
      limit: pageSize,
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...items);
    if (!page_info.has_more || page_info.next_cursor === null) break;
    cursor = page_info.next_cursor;
  }
  return found.filter(isAhead);
}

const page = async ({ http }: Walk, query: Query) =>
  appointmentList.parse((await http.read('/v1/appointments', { query })).data);

/** Whether its time has not passed. */
const isAhead = ({ scheduled_for }: Appointment) =>
  scheduled_for === null || Date.parse(scheduled_for) > Date.now();

async function cancelOne(walk: Walk, appointmentId: string): Promise<void> {
  const came = await send(walk, 'appointment.cancel', { appointmentId }, confirmed);
  if (came.kind === 'answered') walk.comparison.same(what);
  else walk.comparison.skipped(what, came.kind === 'refused' ? refusalInWords(came.error) : 'no response');
}
