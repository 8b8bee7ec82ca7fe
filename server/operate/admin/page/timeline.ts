/** Lists the events of a user's bookings. */
import type { SupportRecords } from '../../../contract/admin-api/views.ts';
import { line, sentence } from '../../../core/pages/page/page-part.ts';
import { reasonText, triesText, writeName } from './words.ts';

/** State of an entry: `bad` needs an operator, `waiting` goes on by itself. */
export type Mood = 'good' | 'waiting' | 'bad' | 'neutral';

/** One entry of the timeline. */
export interface Entry {
  /** ISO 8601. */
  at: string;
  title: string;
  /** More facts, in one line. */
  facts: string;
  /** The state, in a word or two. */
  state: string;
  mood: Mood;
  /** The id that support needs for the entry. */
  id: string;
}

const journeyEntry = (journey: SupportRecords['journeys'][number]): Entry => ({
  at: journey.created_at,
  title: 'Booking began',
  facts: line(
    journey.step && `Step: ${sentence(journey.step).toLowerCase()}`,
    journey.reference,
    journey.notice && `Message to the user: ${sentence(journey.notice).toLowerCase()}`,
  ),
  state: sentence(journey.state),
  mood: journey.notice === 'support_needed' ? 'bad' : 'neutral',
  id: journey.id,
});

const failureEntry = (request: NonNullable<SupportRecords['failed_request']>): Entry => ({
  at: request.at,
  title: 'Request failed',
  facts: line(`${request.method} ${request.route}`, sentence(request.code), request.upstream_request_id),
  state: `${request.status}`,
  mood: 'bad',
  id: request.request_id,
});

function appointmentEntry(appointment: SupportRecords['appointments'][number]): Entry {
  const { change, status } = appointment;
  return {
    at: appointment.created_at,
    title: 'Appointment',
    facts: line(
      appointment.reference,
      change && `${sentence(change.kind)}: ${sentence(change.state).toLowerCase()}`,
    ),
    state: status === null ? 'Not read yet' : sentence(status),
    mood: 'neutral',
    id: appointment.id,
  };
}

/** Makes the entry of a write. */
export function writeEntry(write: SupportRecords['writes'][number]): Entry {
  const isRefused = write.state === 'settled' && (write.status ?? 200) >= 400;
  const isReleased = write.code === 'RELEASED';
  const [state, mood]: [string, Mood] =
    write.state === 'parked'
      ? ['Stopped', 'bad']
      : write.state === 'due'
        ? ['Waiting', 'waiting']
        : isReleased
          ? ['Given up', 'neutral']
          : isRefused
            ? ['Refused', 'bad']
            : ['Done', 'good'];
  return {
    at: write.created_at,
    title: writeName(write.kind),
    facts: line(
      triesText(write.tries),
      write.reason && reasonText(write.reason),
      write.status ? `Status ${write.status}` : null,
      isReleased ? null : write.code,
      write.reference,
    ),
    state,
    mood,
    id: write.id,
  };
}

const eventStates: Record<string, [string, Mood]> = {
  delivered: ['Delivered', 'good'],
  due: ['Waiting', 'waiting'],
  parked: ['Stopped', 'bad'],
};

/** Makes the entry of an event to the partner's backend. */
export function eventEntry(event: SupportRecords['events'][number]): Entry {
  const [state, mood] = eventStates[event.state] ?? [sentence(event.state), 'neutral'];
  return {
    at: event.created_at,
    title: 'Event to your backend',
    facts: line(event.type ?? 'unreadable', triesText(event.tries)),
    state,
    mood,
    id: event.id,
  };
}

const neutralEntry = (at: string, title: string, state: string, id: string): Entry => ({
  at,
  title,
  facts: '',
  state: sentence(state),
  mood: 'neutral',
  id,
});

/** Lists what happened, the newest first. What has the same time stays in the order of the records. */
export function timelineOf(records: SupportRecords): Entry[] {
  return [
    ...(records.failed_request ? [failureEntry(records.failed_request)] : []),
    ...records.journeys.map(journeyEntry),
    ...records.appointments.map(appointmentEntry),
    ...records.writes.map(writeEntry),
    ...records.events.map(eventEntry),
    ...records.handoffs.map((one) =>
      neutralEntry(one.updated_at, 'Handoff', one.state ?? 'unreadable', one.id),
    ),
    ...records.purchases.map((one) =>
      neutralEntry(
        one.created_at,
        'Purchase',
        one.refused_as ?? (one.order_id ? 'ordered' : 'under way'),
        one.id,
      ),
    ),
    ...records.consents.map((one) => neutralEntry(one.signed_at, 'Consent', 'signed', one.id)),
    ...records.documents.map((one) => neutralEntry(one.updated_at, 'Document', one.phase, one.id)),
    ...records.physician_orders.map((one) =>
      neutralEntry(one.updated_at, 'Physician order', one.phase, one.appointment_id),
    ),
    ...records.service_events.map((one) =>
      neutralEntry(one.received_at, 'Event of the service', one.type, one.id),
    ),
  ].sort((a, b) => Number(a.at < b.at) - Number(a.at > b.at));
}
