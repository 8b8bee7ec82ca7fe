/** A standby of PostgreSQL becomes the primary, three times, while 20 customers book. */
import { expect, it } from 'vitest';
import { failOver } from '../../support/faults/failover.ts';

it('follows the primary to another host: no booking is lost or doubled, and a page repeats what failed', async () => {
  const { faults, bookings, retried } = await failOver(3, 60);
  expect(faults).toEqual([]);
  console.info(`${bookings} bookings, ${retried.length} requests sent again`);
  expect(bookings).toBeGreaterThanOrEqual(20);
  expect(retried).toContain('store_unavailable');
});
