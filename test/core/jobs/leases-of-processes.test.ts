/** Two processes on one PostgreSQL whose machines have different clocks: a lease ends at the same moment for both. */
import { expect, it } from 'vitest';
import { at, choosePlace, pickTimes, profile, untilReview } from '../../support/booking.ts';
import { eventually } from '../../support/eventually.ts';
import { runnableServer } from '../../support/running-server.ts';

const identities = '/v1/api-first/identities';
/** Longer than a busy machine needs for the test. */
const leaseMs = 600_000;
const TUNING = JSON.stringify({ writes: { leaseMs } });
/** Shifts the clock of a process by two leases. */
const ahead = `--import=data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${2 * leaseMs}`)}`;

it('a process whose clock is two leases ahead takes no live lease', async () => {
  const otherHasBooked = Promise.withResolvers<void>();
  let isHeld = false;
  const { wire, run } = await runnableServer('postgres', undefined, ({ url }) => {
    if (url !== identities || isHeld) return undefined;
    isHeld = true;
    return otherHasBooked.promise;
  });
  const first = await run({ TUNING });
  const slow = first.customer('slow');
  at(await slow.answer('times', pickTimes(await choosePlace(slow, 'DEXA'))), 'identity');
  const answering = slow.answer('identity', profile);
  const sent = () => wire.requests.filter(({ url }) => url === identities);
  await eventually(() => sent().length === 1);

  const other = await run({ TUNING, NODE_OPTIONS: ahead });
  // It looks for work as it starts, and does all of a booking.
  at(await untilReview(other.customer('quick'), 'CALST'), 'review');
  otherHasBooked.resolve();
  await answering;
  const keys = sent().map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
  expect(first.logged()).not.toContain('write.lease_lost');
});
