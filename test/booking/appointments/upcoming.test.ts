/** The event booking.upcoming: once for each time before an appointment, at the time that the service confirms then. */
import { expect, it } from 'vitest';
import type { BookingEvent } from '../../../server/contract/events.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { book, bookConfirmed } from '../../support/booked-appointment.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

/** When `bookConfirmed` books. */
const atMs = Date.parse('2031-05-14T15:00:00.000Z');

const received: BookingEvent[] = [];
const service = await serverOfFile({ hooks: { onEvent: async (event) => void received.push(event) } });

/** Starts two processes one after the other at a time, and waits until both have nothing to do. */
async function runAt(nowMs: number): Promise<void> {
  const aheadMs = nowMs - Date.now();
  for (let processes = 0; processes < 2; processes++) {
    const other = await service.another(
      {},
      systemClock(() => Date.now() + aheadMs),
    );
    await other.idle();
    await other.stop();
  }
}

const upcoming = (name: string) =>
  received
    .filter(({ type, data }) => type === 'booking.upcoming' && data.subject === `user-${name}`)
    .map(({ data }) => data.hours_before);
const hours = (count: number) => count * 3_600_000;

it('comes 48 and 2 hours before, once each, and not for what was canceled or moved [WHK-35]', async () => {
  const kept = await bookConfirmed(service, 'kept');
  const [canceled, moved] = [await bookConfirmed(service, 'canceled'), await bookConfirmed(service, 'moved')];
  await book(service, 'requested');
  for (const booked of [kept, canceled, moved]) await booked.read();

  await runAt(atMs - hours(49));
  expect(['kept', 'canceled', 'moved', 'requested'].map(upcoming)).toEqual([[], [], [], []]);
  await runAt(atMs - hours(47));
  expect(['kept', 'canceled', 'moved', 'requested'].map(upcoming)).toEqual([[48], [48], [48], []]);
  // The server does not hear of them: it has registered no webhook, and nobody reads.
  await canceled.move('canceled');
  await moved.move('rescheduled', { scheduled_for: '2031-05-20T15:00:00.000Z' });
  await runAt(atMs - hours(1.5));
  expect(['kept', 'canceled', 'moved', 'requested'].map(upcoming)).toEqual([[48, 2], [48], [48], []]);
  await runAt(atMs + hours(1));
  await runAt(atMs + hours(5 * 24));
  expect(['kept', 'canceled', 'moved', 'requested'].map(upcoming)).toEqual([[48, 2], [48], [48, 48], []]);
});

it('names the booking as the customer sees it, and no time', async () => {
  const booked = await bookConfirmed(service, 'named');
  const { reference } = await booked.read();
  await runAt(atMs - hours(30));
  const event = received.find(
    ({ type, data }) => type === 'booking.upcoming' && data.subject === 'user-named',
  );
  expect(event?.data).toMatchObject({ reference, appointment_id: booked.id, hours_before: 48 });
  expect(JSON.stringify(event)).not.toContain('05-14');
});
