/** The rules that count hours hold when the clock is moved across both daylight-saving changes and 29 February. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckInLink } from '../../server/contract/upstream-api/check-in-link.ts';
import type { SignedForm } from '../../server/contract/upstream-api/signed-form.ts';
import { catalog } from '../../server/sandbox/catalog/catalog.ts';
import { answerQuestionnaire, offeredTimes, order, pairOf } from './booking.ts';
import { type Confirmed, clockBefore, move } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { answering, openReceiver, register } from './receiver.ts';

eachWithPartner();

/** An offering with times on both sides of a change of the clocks, and where it is. */
const pair = pairOf('DEXA', 'dst_change');
const place = catalog.find(({ offerings }) =>
  offerings.some(({ offering_id }) => offering_id === pair.offering_id),
);
const testType =
  place?.offerings.find(({ offering_id }) => offering_id === pair.offering_id)?.test_type ?? 'DEXA';
const timeZone = place?.timezone ?? '';

const day = 86_400_000;
const hour = 3600;
const setClock = (now: number) => harness.control('POST', '/clock', { now: new Date(now).toISOString() });

/** Confirmed for one of the times offered on the days around the turn. */
async function confirmedAround(turn: string, leadDays: number, pick: number): Promise<Confirmed> {
  const noon = Date.parse(`${turn}T17:00:00Z`);
  await setClock(noon - leadDays * day);
  const around = (await offeredTimes(partner, pair)).filter(
    (time) => Math.abs(Date.parse(time) - noon) < 1.7 * day,
  );
  const time = around[pick % around.length];
  const others = around.filter((other) => other !== time).slice(0, 1);
  const ordered = await order(partner, testType, { pair });
  await answerQuestionnaire(partner, ordered);
  const body = { selected_appointment_date: time, alternate_availabilities: others };
  expect((await partner.post(`${ordered.path}/schedule`, body)).status).toBe(200);
  const { json } = await move(harness, ordered, 'confirmed');
  return { ...ordered, scheduledFor: json.scheduled_for ?? '' };
}

const runs = { numRuns: 6 };
const leads = fc.integer({ min: 3, max: 12 });
const picks = fc.nat(1000);

describe.each([
  ['clocks go forward', '2027-03-14'],
  ['clocks go back', '2027-11-07'],
  ['a leap year has its day', '2028-02-29'],
])('where %s', (_name, turn) => {
  it('every offered time carries the offset of its place at that time, within the 60 days', async () => {
    await setClock(Date.parse(`${turn}T12:00:00Z`) - 4 * day);
    const times = await offeredTimes(partner, pair);
    for (const time of times) {
      const local = new Date(time).toLocaleString('sv-SE', { timeZone });
      expect(local.replace(' ', 'T')).toBe(time.slice(0, 19));
    }
    expect(times.some((time) => time.startsWith(turn))).toBe(true);
  });

  it('24 hours before the time are 24 hours [APT-42] [GAP-66]', async () => {
    await fc.assert(
      fc.asyncProperty(leads, picks, fc.integer({ min: -7200, max: 7200 }), async (lead, pick, offset) => {
        fc.pre(Math.abs(offset) > 60);
        const appointment = await confirmedAround(turn, lead, pick);
        await clockBefore(harness, appointment.scheduledFor, 24 * hour + offset);
        const { status } = await partner.post(`${appointment.path}/cancel`, {});
        expect(status).toBe(offset < 0 ? 409 : 200);
      }),
      runs,
    );
  });

  it('a check-in link ends six hours after the start, a form link after one [LIM-10] [LIM-11]', async () => {
    await fc.assert(
      fc.asyncProperty(leads, picks, async (lead, pick) => {
        const {
          path: appointmentPath,
          id: appointmentId,
          scheduledFor,
        } = await confirmedAround(turn, lead, pick);
        await move(harness, { id: appointmentId }, 'form_available');
        const checkIn = (await partner.get<CheckInLink>(`${appointmentPath}/check-in-link`)).data;
        expect(Date.parse(checkIn.expires_at_iso) - Date.parse(scheduledFor)).toBe(6 * hour * 1000);
        await clockBefore(harness, scheduledFor, -6 * hour + 60);
        expect((await fetch(checkIn.url)).status).toBe(200);
        const form = (await partner.get<SignedForm>(`${appointmentPath}/signed-form`)).data;
        await clockBefore(harness, scheduledFor, -6 * hour);
        expect((await fetch(checkIn.url)).status).toBe(410);
        await clockBefore(harness, scheduledFor, -7 * hour + 120);
        expect((await fetch(form.signed_form_url)).status).toBe(200);
        await clockBefore(harness, scheduledFor, -7 * hour);
        expect((await fetch(form.signed_form_url)).status).toBe(410);
      }),
      runs,
    );
  });

  it('the waits between attempts are what they are elsewhere [LIM-08]', async () => {
    const receiver = await openReceiver();
    receiver.answer = answering(503);
    await register(partner, receiver.url);
    // Attempts on both sides of two in the morning, local time.
    await setClock(Date.parse(`${turn}T06:45:00Z`));
    await order(partner, 'DEXA');
    await receiver.until(1);
    await harness.control('POST', '/clock', { advance_seconds: 60 + 120 + 240 + 480 + 900 });
    expect(receiver.received).toHaveLength(5);
    await harness.control('POST', '/clock', { advance_seconds: 60 });
    expect(receiver.received).toHaveLength(6);
    await receiver.close();
  });
});
