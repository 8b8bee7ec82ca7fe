/** Customer identities. */
import { describe, expect, it } from 'vitest';
import type { Identity } from '../../server/contract/upstream-api/identity.ts';
import { identify, identityBody } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';

eachWithPartner();

const identities = '/v1/api-first/identities';

describe('an identity', () => {
  // Also [GAP-15]
  it('is created once and then updated by external_customer_id [IDN-01] [IDN-09] [IDN-10]', async () => {
    const created = await partner.post<Identity>(identities, identityBody());
    const updated = await partner.post<Identity>(identities, identityBody({ last_name: 'Renamed' }));
    const other = await partner.post<Identity>(
      identities,
      identityBody({ external_customer_id: 'customer-2' }),
    );
    expect([created.status, updated.status, other.status]).toEqual([201, 200, 201]);
    expect(updated.data).toEqual(created.data);
    expect(other.data.customer_identity_id).not.toBe(created.data.customer_identity_id);
  });

  it('is read by its id, only by its own partner [IDN-13] [AUTH-10]', async () => {
    const id = await identify(partner);
    const { data } = await partner.get<Identity>(`${identities}/${id}`);
    expect(data.customer_identity_id).toBe(id);
    const stranger = await harness.partner();
    expect((await stranger.get(`${identities}/${id}`)).status).toBe(404);
    expect(await identify(stranger)).not.toBe(id);
  });

  it.each([
    ['sex', { sex: 'other' }],
    ['date_of_birth', { date_of_birth: '02/03/1970' }],
    ['email', { email: 'nobody' }],
    ['first_name', { first_name: ' ' }],
    ['address.postal_code', { address: { ...identityBody().address, postal_code: undefined } }],
  ])('is rejected for an invalid %s [IDN-03] [IDN-05] [IDN-06]', async (field, changes) => {
    const { status, error } = await partner.post(identities, identityBody(changes));
    expect(status).toBe(400);
    expect(String(error.details)).toContain(field);
  });
});
