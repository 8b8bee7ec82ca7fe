/** The prescreen form, its submission and the order that follows. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../server/contract/upstream-api/orders.ts';
import {
  customerBody,
  orderBody,
  pairsOf,
  prescreenBody,
  type Ready,
  readyToOrder,
  submitPrescreen,
} from './booking.ts';
import { eachWithPartner, ledger, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

eachWithPartner();

const submissions = '/v1/tests/CALST/prescreen-form/submissions';

describe('the prescreen', () => {
  let ready: Ready;
  beforeEach(async () => {
    ready = await readyToOrder(partner, 'CALST');
  });
  const submit = (changes: object) =>
    partner.post(submissions, {
      ...ready.identifiers,
      prescreen: prescreenBody(changes),
    });

  it('submission answers the order_id that the order will have [PRE-15] [PRE-20] [GAP-42]', async () => {
    const { status, data } = await submitPrescreen(partner, ready);
    expect(status).toBe(201);
    const ordered = await partner.post<Order>('/v1/orders', orderBody(ready, data));
    expect(ordered).toMatchObject({
      status: 201,
      data: { order_id: data.order_id },
    });
    expect(await ledger()).toMatchObject({
      prescreens: 1,
      orders: 1,
      appointments: 1,
    });
  });

  it.each([
    ['dob', { dob: '1970-02-03' }],
    ['pcp_consent', { pcp_consent: false }],
    ['diabetes', { diabetes: 'no' }],
    ['smoker', { smoker: undefined }],
    // Also [GAP-45]
  ])('submission with a bad %s is 422 naming it [PRE-07] [PRE-12] [PRE-14]', async (field, changes) => {
    const { status, error } = await submit(changes);
    expect(status).toBe(422);
    expect(error.details).toMatchObject({
      field_errors: { [field]: [expect.any(String)] },
    });
  });

  it('submission takes no unknown answer and no payment reference [PRE-13] [PRE-17]', async () => {
    expect((await submit({ allergies: true })).status).toBe(400);
    const paid = { external_payment_reference: 'payment-1' };
    expect((await submitPrescreen(partner, ready, paid)).status).toBe(400);
  });

  it.each(['catalog_id', 'offering_id', 'product_id', 'test_id', 'customer'])(
    'submission needs %s [PRE-17] [GAP-43]',
    async (field) => {
      expect((await submitPrescreen(partner, ready, { [field]: undefined })).status).toBe(400);
    },
  );

  it('submission needs a consent source as an order does [CFG-23] [ERR-37]', async () => {
    const { status, code } = await submitPrescreen(partner, ready, {
      consent_grant_id: undefined,
    });
    expect([status, code]).toEqual([409, 'CONSENT_GRANT_REQUIRED']);
  });

  it('of one test type is not that of another', async () => {
    const body = { ...ready.identifiers, prescreen: prescreenBody() };
    expect((await partner.post('/v1/tests/DEXA/prescreen-form/submissions', body)).status).toBe(400);
  });

  it('comes before the order of a test that requires it [ENV-12] [GAP-02]', async () => {
    const { status, code } = await partner.post('/v1/orders', orderBody(ready));
    expect([status, code]).toEqual([409, 'SANDBOX_STEP_OUT_OF_ORDER']);
  });

  it.each([
    ['another profile', { customer: customerBody({ last_name: 'Renamed' }) }],
    ['another place', { ...pairsOf('CALST')[1] }],
  ])('does not carry an order with %s [GAP-46]', async (_name, changes) => {
    const { data } = await submitPrescreen(partner, ready);
    const { status, code } = await partner.post('/v1/orders', orderBody(ready, { ...data, ...changes }));
    expect([status, code]).toEqual([409, 'SANDBOX_PRESCREEN_MISMATCH']);
    expect((await ledger()).orders).toBe(0);
  });

  it('carries one order, of its own partner', async () => {
    const { data } = await submitPrescreen(partner, ready);
    await partner.post('/v1/orders', orderBody(ready, data));
    expect((await partner.post('/v1/orders', orderBody(ready, data))).code).toBe('SANDBOX_ALREADY_ORDERED');
    expect((await partner.post('/v1/orders', orderBody(ready, { order_id: nobody }))).status).toBe(404);
  });
});
