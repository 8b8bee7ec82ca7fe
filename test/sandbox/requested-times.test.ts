/** The times that a scheduling request, a handoff and a reschedule name. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../server/sandbox/catalog/catalog.ts';
import { answerQuestionnaire, offeringPath, order, pairOf, readyToSchedule } from './booking.ts';
import { confirmed } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner, set } from './fresh-partner.ts';
import { handOff } from './handoff-requests.ts';

eachWithPartner();

it('get 503 from a location without a calendar, as its schedule does', async () => {
  await set({ prescreen_required_for: [] });
  const pair = pairOf('DEXA', 'calendar_unavailable');
  const testType = catalog
    .flatMap(({ offerings }) => offerings)
    .find(({ offering_id }) => offering_id === pair.offering_id)?.test_type;
  const ordered = await order(partner, testType ?? 'DEXA', { pair });
  await answerQuestionnaire(partner, ordered);
  const times = {
    selected_appointment_date: '2030-01-08T09:00:00-05:00',
    alternate_availabilities: ['2030-01-08T09:30:00-05:00'],
  };
  const statuses = [
    (await partner.get(`${offeringPath(pair)}/schedule`)).status,
    (await partner.post(`${ordered.path}/schedule`, times)).status,
  ];
  expect(statuses).toEqual([503, 503]);
});

describe('a time that does not exist is refused', () => {
  const possible = '2030-01-08T09:00:00-05:00';

  it.each([
    ['its fields', '2026-99-99T99:99:00+00:00'],
    ['its offset', '2027-01-01T10:00:00+99:99'],
    ['its hour', '2026-02-31T25:00:00-05:00'],
  ])('by %s, in each request that names times', async (_name, impossible) => {
    const primary = { selected_appointment_date: impossible, alternate_availabilities: [possible] };
    const { path: appointmentPath } = await readyToSchedule(partner);
    const scheduled = await partner.post(`${appointmentPath}/schedule`, primary);
    expect([scheduled.status, scheduled.error.details]).toEqual([
      ...[400, ['selected_appointment_date: must be a time that exists']],
    ]);

    const coBranded = await harness.partner({ flow: 'co_branded' });
    const handedOff = await handOff(coBranded, await order(coBranded, 'DEXA'), primary);
    expect(handedOff.status).toBe(400);

    const path = `${(await confirmed(harness, partner)).path}/reschedule`;
    const alternate = { new_requested_date: possible, alternate_availabilities: [impossible] };
    for (const body of [{ new_requested_date: impossible }, alternate])
      expect((await partner.post(path, body)).status).toBe(400);
  });
});
