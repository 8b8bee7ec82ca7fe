/**
 * POST /sandbox/orders: places an order as a partner's backend does, with the identity, the consent and the payment of an invented
 * customer. So a hosted page can be opened without such a backend.
 */
import { z } from 'zod';
import { testType } from '../../contract/upstream-api/test-types.ts';
import { catalog } from '../catalog/catalog.ts';
import { ApiError } from '../engine/api-error.ts';
import { nowOf, secondsAfter } from '../engine/clock.ts';
import { nextId } from '../engine/ids.ts';
import { freeDates } from '../offerings.ts';
import { modesOf } from '../v1/booking.ts';
import { saveIdentity } from '../v1/identities.ts';
import { placeOrder } from '../v1/orders.ts';
import { controlRoute } from './control-route.ts';

const customer = {
  first_name: 'Odalys',
  last_name: 'Reyes',
  email: 'odalys.reyes@example.com',
  date_of_birth: '1984-09-30',
  sex: 'female',
  address: { address_line_1: '7 Quarry Lane', city: 'New York', state: 'NY', postal_code: '10002' },
} as const;
const phone = '212-555-0142';
/** How many times the page of an order can offer: one, and three others. */
const mostTimes = 4;

/** The route that places an order with the first co-branded key, or with the key of the prefix. */
export const orderControlRoute = controlRoute({
  method: 'POST',
  path: '/sandbox/orders',
  label: 'Place an order, as a partner does',
  body: z.strictObject({ prefix: z.string().optional(), test_type: testType.default('DEXA') }),
  status: 201,
  handler({ body }, state) {
    const { prefix, test_type } = body();
    const key = [...state.keys.values()].find((key) =>
      prefix === undefined ? key.flow === 'co_branded' : key.prefix === prefix,
    );
    if (!key) throw new ApiError(404, 'prefix: no such key');
    const now = nowOf(state.clock);
    const [offered] = catalog.flatMap((location) =>
      location.offerings.flatMap((offering) =>
        offering.test_type === test_type && offering.traits.length === 0 ? { location, offering } : [],
      ),
    );
    if (!offered) throw new ApiError(404, 'test_type: no offering');
    const owner = key.prefix;
    const order_id = nextId(state.counters, 'order');
    const identity = saveIdentity(state, owner, { ...customer, phone, external_customer_id: order_id });
    const grant = {
      id: nextId(state.counters, 'consent grant'),
      ...{ owner, customer_identity_id: identity.id, test_type },
      expires_at: secondsAfter(now, state.settings.consent_grant_seconds).toISOString(),
    };
    state.grants.set(grant.id, grant);
    const { catalog_id, offering_id } = offered.offering;
    const booking = {
      ...{ customer_identity_id: identity.id, catalog_id, offering_id, consent_source_id: grant.id },
      customer: { ...customer, phone_number: phone, height: 67, weight: 140 },
    };
    placeOrder(state, { order_id, owner, booking, modes: modesOf(key) }, offered, now);
    const times = freeDates(state, offered, now).flatMap(({ available_times: [first] }) =>
      first ? first.available_time : [],
    );
    return { order_id, catalog_id, offering_id, times: times.slice(0, mostTimes) };
  },
});
