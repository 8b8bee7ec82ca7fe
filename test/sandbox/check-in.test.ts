/** The check-in link: when it exists, what it shows, and what ends it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckInLink } from '../../server/contract/upstream-api/check-in-link.ts';
import { offeredTimes, schedule } from './booking.ts';
import { type Confirmed, clockBefore, confirmed, move } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { openReceiver, register } from './receiver.ts';

let appointment: Confirmed;
eachWithPartner();
beforeEach(async () => {
  appointment = await confirmed(harness, partner);
});

const ask = () => partner.get<CheckInLink>(`${appointment.appointmentPath}/check-in-link`);
const link = async () => (await ask()).data.url;
const statusOf = async (url: string) => (await fetch(url)).status;

describe('the check-in link', () => {
  it('has an expiry six hours after the start [APT-48] [APT-50] [LIM-10]', async () => {
    const { status, data } = await ask();
    expect(status).toBe(200);
    const expires = Date.parse(appointment.scheduledFor) + 6 * 3_600_000;
    expect(data).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
      expires_at_iso: new Date(expires).toISOString(),
      expires_at_unix: expires / 1000,
    });
  });

  it('is opaque, and new each time while the old one stays good [GAP-72]', async () => {
    const [first, second] = [await link(), await link()];
    expect(second).not.toBe(first);
    for (const url of [first, second]) {
      expect(await statusOf(url)).toBe(200);
      expect(url).not.toContain(appointment.appointmentId);
      expect(url).not.toMatch(/Ada|Example|DEXA/i);
    }
  });

  it('exists only for confirmed appointments [GAP-72]', async () => {
    const waiting = await schedule(partner);
    expect(await partner.get(`${waiting.appointmentPath}/check-in-link`)).toMatchObject({
      status: 409,
      code: 'SANDBOX_NOT_CONFIRMED',
    });
    await move(harness, appointment, 'results_in_progress');
    expect(await ask()).toMatchObject({ status: 409, code: 'SANDBOX_NOT_CONFIRMED' });
  });

  it('needs its scope and its own appointment [APT-68]', async () => {
    const path = `${appointment.appointmentPath}/check-in-link`;
    const writer = await harness.partner({ scopes: ['write:appointments'] });
    expect((await writer.get(path)).status).toBe(403);
    expect((await (await harness.partner()).get(path)).status).toBe(404);
  });

  it('appears in no appointment, event or journal [APT-53] [APT-56]', async () => {
    const receiver = await openReceiver();
    await register(partner, receiver.url);
    const url = await link();
    const token = url.split('/').at(-1) ?? '';
    await fetch(url);
    await move(harness, appointment, 'no_show');
    await receiver.until(1);
    const seen = [
      await partner.get(appointment.appointmentPath),
      receiver.received,
      (await harness.control('GET', '/requests')).json,
    ];
    await receiver.close();
    expect(JSON.stringify(seen)).toContain(appointment.appointmentId);
    expect(JSON.stringify(seen)).not.toContain(token);
  });
});

describe('its page', () => {
  it('shows customer, time at the facility, test, facility and appointment, and offers nothing to do [APT-51]', async () => {
    const { data } = await partner.get<{ location: { timezone: string; address_line_1: string } }>(
      appointment.appointmentPath,
    );
    const response = await fetch(await link());
    const page = await response.text();
    const time = new Date(appointment.scheduledFor).toLocaleTimeString('en-US', {
      timeStyle: 'short',
      timeZone: data.location.timezone,
    });
    for (const shown of [
      'Ada Example',
      time,
      'DEXA',
      data.location.address_line_1,
      appointment.appointmentId,
    ])
      expect(page).toContain(shown);
    expect(page).not.toMatch(/<(form|button|input|a|script)\b/);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('writes what a customer typed as text', async () => {
    const named = await confirmed(harness, partner, 'DEXA', { customer: { first_name: '<b>Ada</b>' } });
    const { data } = await partner.get<CheckInLink>(`${named.appointmentPath}/check-in-link`);
    expect(await (await fetch(data.url)).text()).toContain('&lt;b&gt;Ada&lt;/b&gt;');
  });
});

describe('the link ends', () => {
  it('six hours after the start, on the clock [LIM-10]', async () => {
    const url = await link();
    await clockBefore(harness, appointment.scheduledFor, -(6 * 3600 - 60));
    expect(await statusOf(url)).toBe(200);
    await clockBefore(harness, appointment.scheduledFor, -6 * 3600);
    expect(await statusOf(url)).toBe(410);
    expect(await ask()).toMatchObject({ status: 409, code: 'SANDBOX_NOT_CONFIRMED' });
  });

  it.each([
    ['a location time change', 'rescheduled', { scheduled_for: '2030-01-01T09:00:00-05:00' }],
    ['a cancellation', 'canceled', {}],
    ['a refund', 'refunded', {}],
    ['a no-show', 'no_show', {}],
  ])('with %s [APT-27] [APT-28] [APT-52]', async (_name, to, more) => {
    const url = await link();
    expect((await move(harness, appointment, to, more)).status).toBe(200);
    const response = await fetch(url);
    expect(response.status).toBe(410);
    expect(await response.text()).not.toContain('Ada');
  });

  it("with the partner's own reschedule, for good [APT-52]", async () => {
    const url = await link();
    const offered = await offeredTimes(partner, appointment.pair);
    const again = offered.find((time) => Date.parse(time) === Date.parse(appointment.scheduledFor));
    const asked = await partner.post(`${appointment.appointmentPath}/reschedule`, {
      new_requested_date: again,
      confirm_within_24_hour_penalty: true,
    });
    expect(asked.status).toBe(200);
    expect(await statusOf(url)).toBe(410);
    await move(harness, appointment, 'confirmed');
    expect(await statusOf(url)).toBe(410);
    expect(await statusOf(await link())).toBe(200);
  });

  it('only there: an address that was never issued is unknown', async () => {
    expect(await statusOf(`${harness.url}/check-in/invented`)).toBe(404);
  });
});
