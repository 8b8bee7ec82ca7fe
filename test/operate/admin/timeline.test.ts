/** The order of what happened in a user's bookings. */
import { expect, it } from 'vitest';
import type { SupportRecords } from '../../../server/contract/admin-api/views.ts';
import { timelineOf } from '../../../server/operate/admin/page/timeline.ts';

const serviceEvent = (id: string, second: number): SupportRecords['service_events'][number] => ({
  id,
  type: 'appointment.confirmed',
  ref: null,
  received_at: `2026-12-01T12:00:0${second}.000Z`,
});

const records = (service_events: SupportRecords['service_events']): SupportRecords => ({
  subject: 'ines',
  found_by: 'user',
  failed_request: null,
  booking_id: null,
  journeys: [],
  appointments: [],
  handoffs: [],
  purchases: [],
  writes: [],
  consents: [],
  documents: [],
  physician_orders: [],
  events: [],
  service_events,
  notes: [],
});

it('shows the newest first, and what has the same time in the order of the records', () => {
  const events = [
    serviceEvent('d', 1),
    serviceEvent('a', 2),
    serviceEvent('b', 2),
    serviceEvent('c', 2),
    serviceEvent('e', 0),
  ];
  expect(timelineOf(records(events)).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
});
