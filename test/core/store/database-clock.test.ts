/** The clock of servers that share a PostgreSQL. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { followDatabase } from '../../../server/core/store/database-clock.ts';
import { newTestStore } from '../../support/test-stores.ts';

const hourMs = 3_600_000;

it("does not move when this machine's clock is corrected, and tells the difference", async () => {
  const { clock, aheadMs } = await followDatabase(await newTestStore('postgres'));
  const [before, ahead] = [clock.now(), aheadMs()];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hourMs });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  expect(clock.now() - before).toBeLessThan(hourMs / 2);
  expect(aheadMs() - ahead).toBeGreaterThan(hourMs / 2);
});
