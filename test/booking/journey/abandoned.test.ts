/** What one customer can leave behind: a few abandoned bookings, and so many new ones an hour. */
import { describe, expect, it } from 'vitest';
import { untilReview } from '../../support/booking.ts';
import type { Customer, Reply } from '../../support/customer.ts';
import { origin } from '../../support/full-api-server.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newMigratedDatabase, storeKinds } from '../../support/test-stores.ts';

const opening = { test_types: ['DEXA' as const], near: { zip: '10002' } };
const asked = { ...opening, start_over: true };
const perHour = 20;

/** Begins a booking with its first answer, or in place of the one that the customer has. */
async function beginOne(customer: Customer): Promise<Reply> {
  const { is_stored: isStored } = await customer.open(opening);
  if (isStored) return customer.call('POST', '/journeys', asked);
  return customer.send('place', { search: { test_types: opening.test_types, near: opening.near } });
}

async function begin(customer: Customer, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { status, body } = await beginOne(customer);
    expect(status).toBeLessThan(300);
    ids.push(body.journey_id);
  }
  return ids;
}

describe.each(storeKinds)('in a %s database, a customer who begins again and again', (kind) => {
  it('keeps the newest five left bookings, and each with a signature or a payment', async () => {
    const databaseUrl = kind === 'postgres' ? await newMigratedDatabase() : undefined;
    const service = await serverOfTest({ databaseUrl });
    const customer = service.customer('again');
    const signed = (await untilReview(customer, 'DEXA')).journey_id;
    await begin(customer, 1);
    const { journey_id: billed } = await untilReview(customer, 'DEXA');
    service.payments.paid = false;
    await customer.answer('review', { return_url: `${origin}/book` });
    const others = await begin(service.customer('other'), 2);
    const ids = await begin(customer, 8);

    const store = await service.store();
    const rows = await store.db.selectFrom('journeys').select('id').execute();
    expect(rows.map(({ id }) => id).sort()).toEqual([signed, billed, ...others, ...ids.slice(2)].sort());
    const writes = await store.db.selectFrom('writes').select('owner_id').execute();
    expect(writes.map(({ owner_id }) => owner_id)).toContain(signed);
    expect(service.logged()).toMatch(/"kind":"abandoned","count":1}/);
  });
});

describe('a customer', () => {
  it('begins twenty bookings an hour, and then goes on with the last', async () => {
    const service = await serverOfTest();
    const customer = service.customer('busy');
    const last = (await begin(customer, perHour)).at(-1);
    const refused = await customer.call<{ code: string }>('POST', '/journeys', asked);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(3000);
    expect(seconds).toBeLessThanOrEqual(3600);
    const { status, body } = await customer.call('POST', '/journeys', {});
    expect([status, body.journey_id]).toEqual([200, last]);
    await begin(service.customer('another'), 1);
  });

  it('begins as many as they want if RATE_LIMIT_PER_USER is 0', async () => {
    const service = await serverOfTest({ env: { RATE_LIMIT_PER_USER: '0' } });
    await begin(service.customer('busy'), perHour + 1);
  });
});
