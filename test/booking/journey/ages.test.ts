/** The age that a test is for is checked before the consent. */
import { expect, it } from 'vitest';
import { agesFor, wrongAge } from '../../../server/booking/journey/steps/identity.ts';
import { createAssumptions } from '../../../server/upstream/assumptions/assumptions.ts';
import { assumptionsFile } from '../../../server/upstream/assumptions/schema.ts';
import { at, choosePlace, pickTimes, profile } from '../../support/booking.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { serverOfFile, serverOfTest } from '../../support/server-of-test.ts';

const service = await serverOfFile();

it('refuses another age before anything is written, and names the ages in the view', async () => {
  const customer = service.customer('young');
  const view = await customer.answer('times', pickTimes(await choosePlace(customer, 'CALST')));
  expect(at(view, 'identity').ages).toMatchObject({ min: 40, max: 75 });
  const year = new Date().getUTCFullYear();
  for (const [born, code] of [
    [year - 30, 'too_young'],
    [year - 90, 'too_old'],
  ]) {
    await expect(
      customer.answer('identity', { ...profile, date_of_birth: `${born}-01-01` }),
    ).rejects.toMatchObject({
      reply: { status: 422, body: { fields: [{ path: 'date_of_birth', code }] } },
    });
  }
  expect((await service.sandbox.ledger()).identities).toBe(0);
  const signing = at(await customer.answer('identity', profile), 'consent');
  expect(signing.given_name).toBe(`${profile.first_name} ${profile.last_name}`);
});

it('counts the years on the day at the location, also where another day has begun in UTC', async () => {
  const dayMs = 86_400_000;
  const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  const bornOn = (day: string) => `${Number(day.slice(0, 4)) - 40}${day.slice(4)}`;
  const [today, tomorrow] = [dayIn(1), dayIn(2)];
  // All locations of the sandbox are west of Greenwich.
  const night = await serverOfTest({ clock: manualClock(Date.parse(`${tomorrow}T03:00:00Z`)) });
  const customer = night.customer('birthday');
  const view = await customer.answer('times', pickTimes(await choosePlace(customer, 'CALST')));
  expect(at(view, 'identity').ages?.day).toBe(today);
  const answer = (day: string) => customer.answer('identity', { ...profile, date_of_birth: bornOn(day) });
  await expect(answer(tomorrow)).rejects.toMatchObject({ reply: { status: 422 } });
  at(await answer(today), 'consent');
});

it('reads the ages of the operator in front of the defaults, with open ends', () => {
  const ages = (own: string[]) => {
    const values = assumptionsFile.parse({ eligibility: { ages: own } });
    const assumptions = createAssumptions(values, () => {});
    return (test: string) => agesFor(test, assumptions);
  };
  expect([ages(['RMR -'])('DEXA')?.min, ages(['RMR -'])('BODPOD')]).toEqual([16, null]);
  expect(ages(['CALST 18-'])('CALST')).toEqual({ min: 18, max: null });
  expect(ages(['DEXA -'])('DEXA')).toBeNull();
  expect(ages(['RMR -80'])('RMR')).toEqual({ min: null, max: 80 });
  expect(() => ages(['RMR from 18'])).toThrow('CALST 40-75');
});

it.each([
  ['the day before the birthday', '2010-06-15', 'too_young'],
  ['the birthday', '2010-06-14', undefined],
  ['the last day at the highest age', '1949-06-15', undefined],
  ['the day after', '1949-06-14', 'too_old'],
])('counts whole years on %s', (_, born, code) => {
  expect(wrongAge(born, { min: 16, max: 76 }, '2026-06-14')?.code).toBe(code);
});
