/** What the form of the customer's details is prefilled with: the partner's hook, and the last booking. */

import { afterEach, expect, it } from 'vitest';
import { prefillOf } from '../../../server/booking/journey/prefill.ts';
import { createLog, silentLog } from '../../../server/core/observability/log.ts';
import type { CustomerProfile } from '../../../server/partner/hooks.ts';
import { createAskKnown } from '../../../server/partner/hooks-http/ask-known.ts';
import { withDeadlines } from '../../../server/partner/hooks-http/with-deadlines.ts';
import {
  at,
  choosePlace,
  pickTimes,
  prescreenAnswers,
  profile,
  signConsent,
  untilReview,
  untilSent,
} from '../../support/booking.ts';
import type { Customer } from '../../support/customer.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

let known: Record<string, CustomerProfile | null> = {};
let asked: string[] = [];
const service = await serverOfFile({
  hooks: {
    async customerProfile({ subject }) {
      asked.push(subject);
      return known[subject] ?? null;
    },
  },
});
afterEach(() => {
  known = {};
  asked = [];
});

const untilIdentity = async (customer: Customer) =>
  customer.answer('times', pickTimes(await choosePlace(customer, 'CALST')));
const { weight_pounds: _, ...withoutWeight } = profile;

it('leaves out control characters and those that turn a text around, in what the partner knows and in what is typed', async () => {
  const hostile = { first_name: 'In\u0000es\u202e', last_name: '\u2066Okonkwo\u2069\t-Lindqvist\u200f' };
  const clean = { first_name: 'In es', last_name: 'Okonkwo -Lindqvist' };
  known['user-turned'] = { ...profile, ...hostile };
  const customer = service.customer('turned');
  expect(at(await untilIdentity(customer), 'identity').profile).toMatchObject(clean);
  await customer.answer('identity', {
    ...profile,
    ...hostile,
    address: { ...profile.address, city: 'New\nYork' },
  });
  const again = at(await customer.revisit('identity'), 'identity');
  expect(again.profile).toMatchObject({ ...clean, address: { city: 'New York' } });
});

it('shows what the partner knows until the customer has answered, and never to another customer', async () => {
  known['user-known'] = { ...profile, phone: '', date_of_birth: '12 April', height_inches: 900 };
  const customer = service.customer('known');
  const { phone, date_of_birth, ...valid } = profile;
  expect(at(await untilIdentity(customer), 'identity').profile).toEqual(valid);
  // When the booking opens, for the ZIP code, and when the form opens.
  expect(asked).toEqual(['user-known', 'user-known']);

  const other = service.customer('other');
  expect(at(await untilIdentity(other), 'identity').profile).toBeNull();
  expect(asked.slice(2)).toEqual(['user-other', 'user-other']);

  await customer.answer('identity', { ...profile, first_name: 'Inez' });
  const again = await customer.revisit('identity');
  expect(at(again, 'identity').profile).toEqual({ ...profile, first_name: 'Inez' });
  expect(asked).toHaveLength(4);
  expect(service.logged()).not.toMatch(/Okonkwo|Inez|patient\.example/);
});

it('searches near the ZIP code that the partner or the last booking knows, unless the page names a place', async () => {
  known['user-home'] = { address: { postal_code: '10002-1234' } };
  const view = await service.customer('home').open({ test_types: ['DEXA'] });
  expect(at(view, 'place')).toMatchObject({ known_zip: '10002', search: { zip: '10002' } });
  expect(at(view, 'place').results?.within_radius.length).toBeGreaterThan(0);
  const several = await service.customer('several').open();
  expect(at(several, 'place')).toMatchObject({ known_zip: null, search: null });

  const moved = service.customer('moved');
  known['user-moved'] = { address: { postal_code: '10002' } };
  const named = await moved.open({ test_types: ['DEXA'], near: { zip: '60602' } });
  expect(at(named, 'place')).toMatchObject({ known_zip: null, search: { zip: '60602' } });

  known = {};
  const again = service.customer('home-again');
  await untilSent(again, await untilReview(again, 'CALST'));
  const next = await again.open({ start_over: true });
  expect(at(next, 'place').known_zip).toBe(profile.address.postal_code);
});

it("reuses the last booking's details, with the partner's in front", async () => {
  const customer = service.customer('again');
  let view = await untilReview(customer, 'CALST');
  view = await untilSent(customer, view);
  await customer.open({ start_over: true });
  known['user-again'] = { email: 'new@patient.example', address: { city: 'Albany' } };
  view = await untilIdentity(customer);
  const expected = { ...withoutWeight, email: 'new@patient.example', address: { city: 'Albany' } };
  expect(at(view, 'identity').profile).toEqual(expected);

  // A booking that was left before its details passes them on.
  await customer.open({ start_over: true });
  known = {};
  expect(at(await untilIdentity(customer), 'identity').profile).toEqual(withoutWeight);
});

it('fills in the date of birth of the prescreen, as its answer is written, and takes no other [PRE-07] [PRE-22] [T24]', async () => {
  const customer = service.customer('born');
  const timed = await untilIdentity(customer);
  at(timed, 'identity');
  const signed = await customer.answer('consent', signConsent(await customer.answer('identity', profile)));
  const fields = at(signed, 'prescreen').sections.flatMap((section) => section.fields);
  expect(fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))).toEqual([
    ['dob', '04/12/1979'],
  ]);
  const { fields: answers } = prescreenAnswers(signed);
  const submissions = () => service.wire.requests.filter(({ url }) => url.endsWith('/submissions')).length;
  const before = submissions();
  for (const dob of ['01/02/1960', '02/30/1979'])
    await expect(customer.answer('prescreen', { fields: { ...answers, dob } })).rejects.toMatchObject({
      reply: { status: 422, body: { fields: [{ path: 'dob', code: 'invalid' }] } },
    });
  expect(submissions()).toBe(before);
  at(await customer.answer('prescreen', { fields: answers }), 'review');
});

it.each<[string, CustomerProfile]>([
  ['first name', { first_name: 'Ben' }],
  ['date of birth', { date_of_birth: '2009-01-02' }],
  ['sex', { sex: 'male' }],
])('leaves out the last booking if the partner names a person of another %s', (_, partner) => {
  expect(prefillOf(partner, profile)).toEqual(partner);
});

it('leaves out a weight of the last booking, and finds nothing in empty values', () => {
  expect(prefillOf({ first_name: 'INES' }, { ...profile, weight_pounds: 140 })).toEqual({
    ...withoutWeight,
    first_name: 'INES',
  });
  expect(prefillOf({ first_name: undefined, address: {} }, null)).toBeNull();
});

it('takes the answer of a hook that is not async, as of each other hook', async () => {
  const answer = { first_name: 'Ines' } as CustomerProfile;
  const hook = (() => answer) as unknown as () => Promise<CustomerProfile>;
  const ask = createAskKnown('customerProfile', hook, silentLog);
  expect(await ask({ subject: 'user-1' })).toEqual(answer);
});

it('waits three seconds for the partner, and logs no values', async () => {
  const clock = manualClock();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const ask = (hook: () => Promise<CustomerProfile>) =>
    createAskKnown('customerProfile', withDeadlines({ customerProfile: hook }, clock).customerProfile, log);
  const asking = ask(() => new Promise(() => {}))({ subject: 'user-1' });
  clock.advance(3_000);
  expect(await asking).toBeNull();
  const failing = async () => Promise.reject(new Error('no Ines here'));
  expect(await ask(failing)({ subject: 'user-1' })).toBeNull();
  expect(await ask(async () => 'Ines' as CustomerProfile)({ subject: 'user-1' })).toBeNull();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ hook: 'customerProfile', error_code: 'hook_timeout' }),
    expect.objectContaining({ hook: 'customerProfile', error_class: 'Error' }),
    expect.objectContaining({ hook: 'customerProfile', error_code: 'hook_response_invalid' }),
  ]);
  const misspelt = { first_name: 'Ines', firstName: 'Ines', sex: undefined, phone: '' } as CustomerProfile;
  expect(await ask(async () => misspelt)({ subject: 'user-1' })).toEqual({ first_name: 'Ines' });
  expect(lines.slice(3).map((line) => JSON.parse(line))).toEqual(
    ['firstName', 'phone'].map((path) =>
      expect.objectContaining({ event: 'hook.field_ignored', hook: 'customerProfile', path }),
    ),
  );
  expect(lines.join('')).not.toMatch(/Ines|user-1/);
});
