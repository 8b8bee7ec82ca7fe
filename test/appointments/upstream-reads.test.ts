/** How often the upstream is read: once for an event with a page open, once for a cancel. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhooksRegister } from '../../server/cli/webhooks-register.ts';
import { type Booked, book } from '../support/booked-appointment.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { openLive } from '../support/live-page.ts';
import { eventually } from '../support/outbox-harness.ts';

let service: FullApiServer;

beforeAll(async () => {
  service = await startFullApiServer({ env: { RECONCILE_SECONDS: '86400' } });
}, 60_000);
afterAll(() => service.stop());

/** What was sent to the upstream about one appointment while `work` ran. */
async function callsOf({ id }: Booked, work: () => Promise<unknown>): Promise<string[]> {
  const before = service.wire.requests.length;
  await work();
  return service.wire.requests
    .slice(before)
    .filter(({ url }) => url.startsWith(`/v1/appointments/${id}`))
    .map(({ method, url }) => `${method} ${url.replace(`/v1/appointments/${id}`, '')}`);
}

it('a cancel is one read and one write [APT-34]', async () => {
  const booked = await book(service, 'cancels');
  await booked.move('confirmed');
  // A cancel of the next day is warned of first.
  await booked.move('rescheduled', { scheduled_for: '2031-05-14T15:00:00.000Z' });
  const calls = await callsOf(booked, async () => {
    const seen = await booked.post('cancel', {});
    expect([seen.standing, seen.change?.state]).toEqual(['canceled', 'done']);
  });
  expect(calls).toEqual(['GET ', 'POST /cancel']);
});

it('an event is one read, although its page reads after it [WHK-42]', async () => {
  await webhooksRegister(service.env, [], () => {});
  const booked = await book(service, 'told');
  const page = await openLive(service, 'told');
  const calls = await callsOf(booked, async () => {
    await booked.move('confirmed');
    await eventually(() => page.changes().some(({ ref }) => ref === booked.id));
    expect((await booked.read()).status).toBe('confirmed');
  });
  await page.leave();
  expect(calls).toEqual(['GET ']);
});
