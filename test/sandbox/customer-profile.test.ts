/** What INVALID_CUSTOMER_PROFILE names: each field that is missing or wrong. */
import { expect, it } from 'vitest';
import { customerBody, orderBody, readyToOrder } from './booking.ts';
import { eachWithPartner, partner } from './fresh-partner.ts';

eachWithPartner();

const text = [expect.stringContaining('expected')];
const address = ['address.address_line_1', 'address.city', 'address.state', 'address.postal_code'];
const all = ['first_name', 'last_name', 'email', 'phone_number', 'date_of_birth', 'sex', ...address];
const own = { address_line_1: '1 Way', city: 'New York', state: 'NY', postal_code: '10001' };

it.each<[string, unknown, string[], object]>([
  ['an optional field', customerBody({ height: null }), [], { height: text }],
  [
    'an optional line of the address',
    customerBody({ address: { ...own, address_line_2: null } }),
    [],
    { 'address.address_line_2': text },
  ],
  ['an unknown field', customerBody({ nickname: 'A' }), [], { nickname: ['Unrecognized key: "nickname"'] }],
  [
    'a field like one of every object',
    customerBody({ constructor: 'A' }),
    [],
    { constructor: ['Unrecognized key: "constructor"'] },
  ],
  ['no address', customerBody({ address: null }), address, {}],
  ['a blank name', customerBody({ first_name: ' ' }), ['first_name'], {}],
  ['no object', 'Ada', all, {}],
])('names %s', async (_name, customer, missing_fields, field_errors) => {
  const body = orderBody(await readyToOrder(partner, 'DEXA'), { customer });
  const { status, error } = await partner.post('/v1/orders', body);
  expect([status, error.details]).toEqual([
    400,
    { code: 'INVALID_CUSTOMER_PROFILE', missing_fields, field_errors },
  ]);
});
