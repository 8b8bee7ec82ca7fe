/** The server validates each field of a handoff before it sends anything. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { systemClock } from '../../server/core/clock.ts';
import {
  asked,
  type CoBrandedServer,
  type Ordered,
  profile,
  startCoBrandedServer,
} from '../support/co-branded-server.ts';

const today = Date.parse('2026-12-01T12:00:00Z');
let service: CoBrandedServer;
let ordered: Ordered;
beforeAll(async () => {
  service = await startCoBrandedServer({ clock: systemClock(() => Date.now() + today - startedAt) });
  await fetch(`${service.sandbox.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: new Date(today).toISOString() }),
  });
  ordered = await service.ordered('typing');
});
const startedAt = Date.now();
afterAll(() => service.stop());

const send = (over: object, customer: object = {}) =>
  service.customer('typing').call<ProblemBody>('POST', '/handoffs', {
    ...asked(ordered),
    customer: { ...profile, ...customer },
    ...over,
  });

const posts = () => service.wire.requests.filter(({ method }) => method === 'POST').length;

/** The paths at fault; nothing may have been sent for it. */
async function faults(over: object, customer: object = {}): Promise<string[]> {
  const before = posts();
  const { status, body } = await send(over, customer);
  expect([status, body.code]).toEqual([422, 'invalid_fields']);
  expect(posts()).toBe(before);
  return (body.fields ?? []).map(({ path }) => path);
}

describe('The customer', () => {
  const address = (over: object) => ({ address: { ...profile.address, ...over } });
  it.each([
    ['first_name', { first_name: '  ' }, 'customer.first_name'],
    ['last_name', { last_name: '' }, 'customer.last_name'],
    ['phone', { phone: ' ' }, 'customer.phone'],
    ['date_of_birth', { date_of_birth: undefined }, 'customer.date_of_birth'],
    ['sex', { sex: null }, 'customer.sex'],
    ['address_line_1', address({ address_line_1: '\t' }), 'customer.address.address_line_1'],
    ['city', address({ city: ' ' }), 'customer.address.city'],
    ['state', address({ state: '' }), 'customer.address.state'],
    ['postal_code', address({ postal_code: ' ' }), 'customer.address.postal_code'],
    ['height_inches', { height_inches: undefined }, 'customer.height_inches'],
    ['weight_pounds', { weight_pounds: null }, 'customer.weight_pounds'],
  ])('requires %s with a value for every test [HND-10] [HND-13]', async (_, customer, path) => {
    expect(await faults({}, customer)).toContain(path);
  });

  it.each([
    ['212 555 014', 'customer.phone'],
    ['+44 212 555 01422', 'customer.phone'],
    ['call me', 'customer.phone'],
  ])('has 10 or 11 digits in the phone number, not %s [LIM-12] [T90]', async (phone, path) => {
    expect(await faults({}, { phone })).toEqual([path]);
  });

  // 16 on this very day, and the day before it; 100 until the day before turning 101.
  it.each(['2010-12-02', '1925-12-01', '2030-01-01', '12/01/1990', '1990-02-30'])(
    'is from 16 to 100 years old, not born on %s [LIM-13] [GAP-96] [T90]',
    async (date_of_birth) => {
      expect(await faults({}, { date_of_birth })).toEqual(['customer.date_of_birth']);
    },
  );

  it.each([148.5, '148', 0, -1])(
    'has a weight in whole pounds, not %j [LIM-14] [T90]',
    async (weight_pounds) => {
      expect(await faults({}, { weight_pounds })).toEqual(['customer.weight_pounds']);
    },
  );

  it('accepts no other field [HND-08] [HND-10]', async () => {
    expect(await faults({}, { email: 'odalys@member.example' })).toEqual(['customer']);
    expect(await faults({}, address({ address_line_2: 'Floor 2' }))).toEqual(['customer.address']);
  });

  it.each([
    { date_of_birth: '2010-12-01' },
    { date_of_birth: '1925-12-02' },
    { phone: '1.212.555.0142' },
    { phone: '2125550142' },
  ])('may have %j [LIM-12] [LIM-13] [GAP-96]', async (customer) => {
    expect((await send({}, customer)).status).toBe(201);
  });
});

describe('The times', () => {
  it.each([
    ['none besides the first', (t: string[]) => ({ primary: t[0], alternates: [] })],
    ['a fourth alternate', (t: string[]) => ({ primary: t[0], alternates: t.slice(1, 5) })],
    ['one twice', (t: string[]) => ({ primary: t[0], alternates: [t[1], t[1]] })],
    ['the first again', (t: string[]) => ({ primary: t[0], alternates: [t[0]] })],
    ['one without its offset', () => ({ primary: '2026-12-03T09:00:00Z', alternates: ['x'] })],
  ])('are refused with %s [LIM-01] [HND-09]', async (_, times) => {
    for (const path of await faults({ times: times(ordered.scan.times) })) expect(path).toMatch(/^times\./);
  });
});

describe('The return addresses', () => {
  it.each([
    'https://elsewhere.example/',
    'https://gym.example.elsewhere.example/',
    'https://sub.gym.example/',
    'https://agym.example/',
    'http://gym.example/',
    'https://user:pass@gym.example/',
    // To some parsers, the host is what follows the @.
    String.raw`https://gym.example\@elsewhere.example/`,
    'javascript:alert(1)//gym.example',
    'gym.example/done',
  ])('lead to hosts of the partner, not to %s [HND-15]', async (address) => {
    for (const field of ['return_url', 'member_profile_url'])
      expect(await faults({ [field]: address })).toEqual([field]);
  });

  it('are optional, like every other optional field [GAP-96] [HND-16]', async () => {
    const { presentation_mode: _, ...rest } = asked(await service.ordered('plain'));
    const reply = await service.customer('plain').call<HandoffView>('POST', '/handoffs', rest);
    expect([reply.status, reply.body.presentation_mode]).toEqual([201, 'hosted_page']);
  });
});

describe('The presentation', () => {
  it('accepts controls only in a frame, and no unknown ones [HND-16] [HND-17] [T86]', async () => {
    expect(await faults({ presentation_mode: 'hosted_page', ui_controls: { hide_exit: true } })).toEqual([
      'ui_controls',
    ]);
    expect(await faults({ ui_controls: { hide_everything: true } })).toEqual(['ui_controls']);
    expect(await faults({ ui_controls: { hide_exit: 'yes' } })).toEqual(['ui_controls.hide_exit']);
    expect(await faults({ presentation_mode: 'popup' })).toEqual(['presentation_mode']);
  });
});

describe('Bad requests', () => {
  it.each([
    ['no JSON', '{"times": ', 400],
    ['a list', '[]', 422],
    ['null', 'null', 422],
    ['deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`, 400],
    ['a huge string', JSON.stringify({ order_id: 'x'.repeat(70_000) }), 413],
    ['an order by another name', JSON.stringify({ order_id: '1; drop table' }), 422],
  ])('are problems: %s', async (_, body, status) => {
    const reply = await service
      .customer('typing')
      .call<ProblemBody>('POST', '/handoffs', body, { 'content-type': 'application/json' });
    expect([reply.status, reply.body.status]).toEqual([status, status]);
  });
});
