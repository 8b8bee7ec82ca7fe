/** The handoff of an order to the hosted page: its request, its errors and its response. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { handoffResponse } from '../../server/contract/upstream-api/handoff.ts';
import {
  type Ordered,
  offeredTimes,
  order,
  orderBody,
  readyToOrder,
  readyToSchedule,
  scheduleBody,
} from './booking.ts';
import { customerData, handOff, handoffBody } from './handoff-requests.ts';
import { type Harness, nobody, openHarness, type Partner } from './sandbox-harness.ts';

let harness: Harness;
let partner: Partner;
let ordered: Ordered;
beforeAll(async () => {
  harness = await openHarness();
});
beforeEach(async () => {
  await harness.control('POST', '/reset');
  await harness.control('POST', '/clock', { now: '2026-12-01T12:00:00Z' });
  partner = await harness.partner({ flow: 'co_branded' });
  ordered = await order(partner, 'DEXA');
});
afterAll(() => harness.close());

const handoffs = async () => (await harness.control<{ handoffs: number }>('GET', '/ledger')).json.handoffs;

it('answers with the address of a page and how long it lasts [HND-01] [GAP-94]', async () => {
  const { status, data } = await handOff(partner, ordered);
  expect(status).toBe(201);
  handoffResponse.parse(data);
  expect(data.url.startsWith(`${harness.url}/`)).toBe(true);
  expect(data.presentation_mode).toBe('hosted_page');
  expect(Date.parse(data.expires_at)).toBeGreaterThan(Date.parse('2026-12-01T13:00:00Z'));
  expect(await handoffs()).toBe(1);
});

// Also [GAP-96]
it('takes the optional fields, and no others [HND-08] [HND-16] [HND-17]', async () => {
  const all = {
    return_url: 'https://partner.example/done?visit=1',
    member_profile_url: 'http://127.0.0.1:4300/me',
    presentation_mode: 'iframe',
    ui_controls: { hide_change: true, hide_exit: false, hide_return_to_profile: true },
  };
  const { status, data } = await handOff(partner, ordered, all);
  expect([status, data.presentation_mode]).toEqual([201, 'iframe']);
  for (const wrong of [
    { note: 'x' },
    { presentation_mode: 'popup' },
    { ui_controls: { hide_everything: true } },
    { ui_controls: { hide_exit: 'yes' } },
    { return_url: 'not an address' },
  ])
    expect((await handOff(partner, ordered, wrong)).status).toBe(400);
});

it.each(Object.keys(customerData()))(
  'needs %s, filled, for every test [HND-10] [HND-12] [HND-13]',
  async (field) => {
    const bodPod = await order(partner, 'BODPOD');
    for (const value of [undefined, '', '  ', null]) {
      const { status, error } = await handOff(partner, bodPod, {
        customer_data: customerData({ [field]: value }),
      });
      expect(status).toBe(400);
      expect(JSON.stringify(error.details)).toContain(`customer_data.${field}`);
    }
  },
);

it.each(['selected_appointment_date', 'alternate_availabilities', 'customer_data'])(
  'needs %s [HND-12]',
  async (field) => {
    expect((await handOff(partner, ordered, { [field]: undefined })).status).toBe(400);
  },
);

it.each([
  [{ phone: '2125550100' }, 201],
  [{ phone: '+1 (212) 555-0100' }, 201],
  [{ phone: '212555010' }, 400],
  [{ phone: '+44 212 555 01001' }, 400],
  [{ phone: '212555010x' }, 400],
  // 16 on this very day, and the day before it; 100 until the day before turning 101.
  [{ date_of_birth: '2010-12-01' }, 201],
  [{ date_of_birth: '2010-12-02' }, 400],
  [{ date_of_birth: '1925-12-02' }, 201],
  [{ date_of_birth: '1925-12-01' }, 400],
  [{ date_of_birth: '12/01/1990' }, 400],
  [{ date_of_birth: '2030-01-01' }, 400],
  [{ weight: 140.5 }, 400],
  [{ weight: '140' }, 400],
  [{ weight: 0 }, 400],
  [{ height: 64.5 }, 201],
  [{ sex_assigned_at_birth: 'unknown' }, 400],
  [{ middle_name: 'B' }, 400],
  // Also [GAP-96] [HND-10]
])('answers %j with %i [LIM-12] [LIM-13] [LIM-14]', async (changes, status) => {
  expect((await handOff(partner, ordered, { customer_data: customerData(changes) })).status).toBe(status);
});

it('takes one to three alternates that differ [LIM-01]', async () => {
  const [primary = '', a = '', b = '', c = '', d = ''] = await offeredTimes(partner, ordered.pair);
  for (const [alternate_availabilities, status] of [
    [[], 400],
    [[a, b, c, d], 400],
    [[a, a], 400],
    [[primary], 400],
    [['2026-12-03T09:00:00Z'], 400],
    [[a, b, c], 201],
  ] as const)
    expect((await handOff(partner, ordered, { alternate_availabilities })).status).toBe(status);
});

it.each(['return_url', 'member_profile_url'])(
  'accepts a %s only on an allowed host [HND-15]',
  async (field) => {
    const answers = async (address: string) => (await handOff(partner, ordered, { [field]: address })).status;
    for (const address of [
      'https://elsewhere.example/done',
      'https://partner.example.elsewhere.example/',
      'https://sub.partner.example/',
      'http://partner.example/',
      'https://partner.example@elsewhere.example/',
      'https://ada:secret@partner.example/',
      'https://ada@partner.example/',
      'javascript:alert(1)',
      'data:text/html,x',
    ])
      expect([address, await answers(address)]).toEqual([address, 400]);
    expect(await answers('https://partner.example/done')).toBe(201);
    await harness.control('PATCH', `/keys/${partner.prefix}`, { allowed_hosts: ['elsewhere.example'] });
    expect(await answers('https://elsewhere.example/done')).toBe(201);
    expect(await answers('https://partner.example/done')).toBe(400);
  },
);

it('is for co-branded keys, as scheduling is for the others [HND-07] [GAP-95] [ERR-26]', async () => {
  const fullApi = await harness.partner();
  const theirs = await readyToSchedule(fullApi);
  expect(await handOff(fullApi, theirs)).toMatchObject({ status: 409, code: 'FLOW_ENDPOINT_MISMATCH' });
  // The flow is checked before the body is read.
  expect(await fullApi.post(`/v1/orders/${theirs.orderId}/schedule-handoff`, {})).toMatchObject({
    status: 409,
    code: 'FLOW_ENDPOINT_MISMATCH',
  });
  const schedule = await partner.post(
    `${ordered.appointmentPath}/schedule`,
    await scheduleBody(partner, ordered),
  );
  expect(schedule).toMatchObject({ status: 409, code: 'FLOW_ENDPOINT_MISMATCH' });
  expect(await handoffs()).toBe(0);
});

it('knows no order of another partner [GAP-95]', async () => {
  const other = await harness.partner({ flow: 'co_branded' });
  expect((await handOff(other, ordered)).status).toBe(404);
  const body = await handoffBody(partner, ordered);
  expect((await partner.post(`/v1/orders/${nobody}/schedule-handoff`, body)).status).toBe(404);
  expect((await partner.post('/v1/orders/7/schedule-handoff', body)).status).toBe(400);
});

it('takes an Idempotency-Key and needs none [GAP-27]', async () => {
  const first = await handOff(partner, ordered, {}, 'same');
  expect((await handOff(partner, ordered, {}, 'same')).data).toEqual(first.data);
  expect(await handOff(partner, ordered, { presentation_mode: 'iframe' }, 'same')).toMatchObject({
    status: 409,
    code: 'IDEMPOTENCY_CONFLICT',
  });
  expect((await handOff(partner, ordered, {}, null)).status).toBe(201);
  expect(await handoffs()).toBe(2);
});

it('requires the prescreen of a calcium score before its order [HND-14] [GAP-97]', async () => {
  expect((await handOff(partner, await order(partner, 'CALST'))).status).toBe(201);
  const calcium = await readyToOrder(partner, 'CALST');
  const unscreened = await partner.post('/v1/orders', orderBody(calcium));
  expect([unscreened.status, unscreened.code]).toEqual([409, 'SANDBOX_STEP_OUT_OF_ORDER']);
  const dexa = await readyToOrder(partner, 'DEXA');
  expect((await partner.post('/v1/orders', orderBody(dexa))).status).toBe(201);
});

it('leads to a page whose requests are in the journal, without a key [GAP-94]', async () => {
  const { url } = (await handOff(partner, ordered)).data;
  await fetch(`${url}/view`);
  const { json } = await harness.control<{ requests: object[] }>('GET', '/requests');
  expect(json.requests.at(-1)).toMatchObject({
    method: 'GET',
    path: `${new URL(url).pathname}/view`,
    api_key_prefix: null,
    status: 200,
  });
});
