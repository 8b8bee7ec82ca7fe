/** The page behind a check-in link. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckInLink } from '../../server/contract/upstream-api/check-in-link.ts';
import { type Confirmed, confirmed } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';

let appointment: Confirmed;
eachWithPartner();
beforeEach(async () => {
  appointment = await confirmed(harness, partner);
});

const link = async () => (await partner.get<CheckInLink>(`${appointment.path}/check-in-link`)).data.url;

describe('the page of a link', () => {
  it('shows customer, time at the facility, test, facility and appointment, and offers nothing to do [APT-51]', async () => {
    const { data } = await partner.get<{ location: { timezone: string; address_line_1: string } }>(
      appointment.path,
    );
    const response = await fetch(await link());
    const page = await response.text();
    const time = new Date(appointment.scheduledFor).toLocaleTimeString('en-US', {
      timeStyle: 'short',
      timeZone: data.location.timezone,
    });
    for (const shown of ['Ada Example', time, 'DEXA', data.location.address_line_1, appointment.id])
      expect(page).toContain(shown);
    expect(page).not.toMatch(/<(form|button|input|a|script)\b/);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('writes what a customer typed as text', async () => {
    const named = await confirmed(harness, partner, 'DEXA', { customer: { first_name: '<b>Ada</b>' } });
    const { data } = await partner.get<CheckInLink>(`${named.path}/check-in-link`);
    expect(await (await fetch(data.url)).text()).toContain('&lt;b&gt;Ada&lt;/b&gt;');
  });

  it('exists only for links that were issued', async () => {
    expect((await fetch(`${harness.url}/check-in/invented`)).status).toBe(404);
  });
});
