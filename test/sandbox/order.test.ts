/** Orders and their consent source. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../server/contract/upstream-api/orders.ts';
import { consent, customerBody, identify, orderBody, type Ready, readyToOrder } from './booking.ts';
import { eachWithPartner, harness, ledger, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

eachWithPartner();

describe('an order', () => {
  let ready: Ready;
  beforeEach(async () => {
    ready = await readyToOrder(partner, 'DEXA');
  });
  const place = (changes: object) => partner.post<Order>('/v1/orders', orderBody(ready, changes));

  it('takes the external_customer_id instead, and never both or neither [ORD-03] [GAP-49]', async () => {
    const external = { external_customer_id: 'customer-1' };
    expect((await place(external)).status).toBe(400);
    expect((await place({ customer_identity_id: undefined })).status).toBe(400);
    expect((await place({ customer_identity_id: undefined, ...external })).status).toBe(201);
    expect((await place({ customer_identity_id: nobody })).status).toBe(404);
  });

  it.each([
    ['an unknown field', { coupon: 'x' }, 400],
    ['no payment reference', { external_payment_reference: undefined }, 400],
    ['a payment reference that is too long', { external_payment_reference: 'x'.repeat(256) }, 400],
    ['the product of another offering', { product_id: nobody }, 400],
    ['another test', { test_id: nobody }, 400],
    ['an unknown offering', { offering_id: nobody }, 404],
  ])('is refused with %s [ORD-03] [GAP-12] [GAP-51]', async (_name, changes, status) => {
    expect((await place(changes)).status).toBe(status);
  });

  // Also [GAP-48] [GAP-50]
  it('names the missing and the invalid fields of a profile [ERR-13] [ORD-04] [GAP-47]', async () => {
    const { status, code, error } = await place({
      customer: customerBody({
        email: 'nobody',
        last_name: '',
        sex: undefined,
        height: 5000,
        address: {
          address_line_1: '1 Invented Way',
          city: 'New York',
          state: 'NY',
        },
      }),
    });
    expect([status, code]).toEqual([400, 'INVALID_CUSTOMER_PROFILE']);
    expect(error.details).toEqual({
      code: 'INVALID_CUSTOMER_PROFILE',
      field_errors: {
        email: [expect.any(String)],
        height: [expect.any(String)],
      },
      missing_fields: ['last_name', 'sex', 'address.postal_code'],
    });
  });

  it('needs neither height nor weight nor a second address line [GAP-47]', async () => {
    const address = { ...customerBody().address, address_line_2: 'Floor 2' };
    const customer = customerBody({ height: 66.5, weight: 150, address });
    expect((await place({ customer })).status).toBe(201);
  });
});

describe('the consent source', () => {
  let ready: Ready;
  beforeEach(async () => {
    ready = await readyToOrder(partner, 'DEXA');
  });
  const place = async (changes: object) => {
    const { status, code } = await partner.post('/v1/orders', orderBody(ready, changes));
    return [status, code];
  };

  it('is required, and is a grant under the service branch [CFG-23] [ERR-37] [GAP-03]', async () => {
    expect(await place({ consent_grant_id: undefined })).toEqual([409, 'CONSENT_GRANT_REQUIRED']);
    const evidence = { partner_consent_evidence_id: nobody };
    expect(await place(evidence)).toEqual([400, 'SANDBOX_CONSENT_SOURCE']);
    expect(await place({ ...evidence, consent_grant_id: undefined })).toEqual([
      400,
      'SANDBOX_CONSENT_SOURCE',
    ]);
    expect((await ledger()).orders).toBe(0);
  });

  it('is never a grant under the branch on paper [CFG-23] [GAP-03] [GAP-31]', async () => {
    await harness.control('PATCH', `/keys/${partner.prefix}`, {
      customer_consent_mode: 'api_partner_pdf',
    });
    const none = { consent_grant_id: undefined };
    expect(await place(none)).toEqual([400, 'SANDBOX_CONSENT_SOURCE']);
    expect(await place({ consent_grant_id: nobody })).toEqual([400, 'SANDBOX_CONSENT_SOURCE']);
    expect(await place({ ...none, partner_consent_evidence_id: nobody })).toEqual([
      409,
      'SANDBOX_CONSENT_NOT_USABLE',
    ]);
  });

  it('reaches as far as its customer, its test and its expiry [ORD-10] [GAP-30] [GAP-31]', async () => {
    expect(await place({ consent_grant_id: nobody })).toEqual([409, 'SANDBOX_CONSENT_NOT_USABLE']);
    const otherTest = await consent(partner, ready.identityId, 'VO2');
    expect(await place({ consent_grant_id: otherTest })).toEqual([409, 'CONSENT_GRANT_REQUIRED']);
    const otherCustomer = await identify(partner, {
      external_customer_id: 'customer-2',
    });
    expect(await place({ customer_identity_id: otherCustomer })).toEqual([409, 'CONSENT_GRANT_REQUIRED']);
    expect(await place({})).toEqual([201, undefined]);
    expect(await place({})).toEqual([201, undefined]);
    await harness.control('POST', '/clock', { advance_seconds: 31_536_001 });
    expect(await place({})).toEqual([409, 'CONSENT_GRANT_REQUIRED']);
  });

  it('is valid as long as the setting says', async () => {
    await harness.control('PATCH', '/settings', { consent_grant_seconds: 60 });
    const short = await consent(partner, ready.identityId, 'DEXA');
    await harness.control('POST', '/clock', { advance_seconds: 61 });
    expect(await place({ consent_grant_id: short })).toEqual([409, 'CONSENT_GRANT_REQUIRED']);
  });
});
