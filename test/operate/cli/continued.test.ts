/** A conformance run that books: what it waits for, what it leaves to support, and how the next run ends a killed one. */
import { expect, it, onTestFinished } from 'vitest';
import { openConformanceRuns, outcomesOf } from '../../support/conformance-runs.ts';

async function open() {
  const runs = await openConformanceRuns();
  onTestFinished(() => runs.close());
  return runs;
}
const area = ['--area', 'changes', 'documents'];
const confirmed = ['changes/reschedule-body', 'changes/reschedule-once', 'documents/link'];
const isBooking = ({ url }: { url: string }) => /\/v1\/appointments\/[^/]+\/schedule$/.test(url);

it('ends a run that was killed as it booked: nothing stays, and the rest is tried', async () => {
  const whole = outcomesOf((await (await open()).run(area))?.stored ?? null);
  const runs = await open();
  let bookings = 0;
  expect(await runs.run(area, (request) => isBooking(request) && ++bookings === 3)).toBeNull();
  expect(await runs.statuses()).toContain('pending_confirmation');
  expect(runs.hasJournal()).toBe(true);
  const continued = await runs.run(area);
  expect(continued?.code).toBe(0);
  expect(outcomesOf(continued?.stored ?? null)).toEqual(whole);
  expect(await runs.statuses()).toEqual(['canceled', 'pending_scheduling']);
  expect(runs.hasJournal()).toBe(false);
});

it('cancels and reports if it is interrupted, also while it waits', async () => {
  const runs = await open();
  let bookings = 0;
  const isLate = (request: { url: string }) => isBooking(request) && ++bookings === 4;
  const ended = await runs.run([...area, '--wait', '3600'], isLate, 'SIGTERM');
  expect(ended?.code).toBe(1);
  expect(ended?.output).toContain('Confirm appointment');
  expect(await runs.statuses()).toEqual(['canceled']);
  expect((await runs.run(area))?.code).toBe(0);
});

it('waits as long as --wait says for the confirmation of an appointment', async () => {
  const runs = await open();
  const without = await runs.run(area);
  expect(without?.output).toContain('Not tried: 4 × Confirm appointments of this run');
  await runs.sandbox.settings({ confirm_after_seconds: 1 });
  const ended = await runs.run([...area, '--wait', '3600']);
  expect(ended?.code).toBe(0);
  expect(outcomesOf(ended?.stored ?? null)).toMatchObject(
    Object.fromEntries(confirmed.map((id) => [id, 'held'])),
  );
  expect((await runs.statuses()).filter((status) => status === 'confirmed')).toEqual([]);
});

it('leaves appointments to support, and goes on when support has confirmed them', async () => {
  const runs = await open();
  const first = await runs.run([...area, '--support']);
  const asked = [...(first?.output ?? '').matchAll(/Confirm appointment (\S+) for one of/g)].map(
    ([, id]) => id,
  );
  expect(asked).toHaveLength(4);
  expect(runs.hasJournal()).toBe(true);
  for (const id of asked) await runs.sandbox.transition(String(id), { to: 'confirmed' });
  const second = await runs.run(area);
  expect(second?.code).toBe(0);
  expect(outcomesOf(second?.stored ?? null)).toMatchObject(
    Object.fromEntries(confirmed.map((id) => [id, 'held'])),
  );
  expect(await runs.statuses()).toEqual(['canceled', 'pending_scheduling']);
  expect(runs.hasJournal()).toBe(false);
});
