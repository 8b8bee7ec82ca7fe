/** The clock of the service is ahead for a while (T82). */
import { expect, it } from 'vitest';
import { book } from '../support/booked-appointment.ts';
import { eventually } from '../support/eventually.ts';
import { serverOfTest } from '../support/server-of-test.ts';
import { everywhere } from './differences.ts';

const twoDaysMs = 2 * 24 * 60 * 60_000;

it('shows what changes once the clock is right again, and lists it without an event', async () => {
  let isAhead = false;
  const ahead = (time: unknown) =>
    typeof time === 'string' ? new Date(Date.parse(time) + twoDaysMs).toISOString() : time;
  const service = await serverOfTest({
    rewrite: ({ url }, answer) =>
      isAhead && url.startsWith('/v1/appointments')
        ? {
            ...answer,
            body: everywhere(answer.body, (fields) =>
              fields.updated_at === undefined ? fields : { ...fields, updated_at: ahead(fields.updated_at) },
            ),
          }
        : answer,
    tuning: { reconcileMs: 100 },
  });
  const booked = await book(service, 'ines');
  const lists = () =>
    service.wire.requests.filter(({ url, answer }) => url.includes('updated_after') && answer !== '');
  isAhead = true;
  expect((await booked.read()).status).toBe('requested');
  const before = lists().length;
  await eventually(() => lists().length > before + 1);
  isAhead = false;
  await booked.move('confirmed');
  const later = lists().length;
  await eventually(() => lists().length > later + 1);
  const { searchParams } = new URL(lists().at(-1)?.url ?? '', service.url);
  expect(Date.parse(searchParams.get('updated_after') ?? '')).toBeLessThan(Date.now());
  const [listed] = await booked.list();
  expect(listed).toMatchObject({ status: 'confirmed', stale: false });
  expect((await booked.read()).status).toBe('confirmed');
});
