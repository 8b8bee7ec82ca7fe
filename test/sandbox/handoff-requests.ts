/** Sends a co-branded order to the hosted page; each step takes only the values that its test is about. */
import type { HandoffResponse } from '../../server/contract/upstream-api/handoff.ts';
import { customerData } from '../../server/operate/conformance/checks/handoff.ts';
import { type Ordered, offeredTimes, order } from './booking.ts';
import type { Answer, Partner } from './sandbox-harness.ts';

export { customerData };

async function handoffBody(partner: Partner, { pair }: Ordered, changes: object = {}) {
  const [primary, first, second] = await offeredTimes(partner, pair).catch(() => []);
  return {
    // An offering without times, or without a calendar, gets requests for times too.
    selected_appointment_date: primary ?? '2030-01-08T09:00:00-05:00',
    alternate_availabilities: [first ?? '2030-01-08T09:30:00-05:00', second ?? '2030-01-08T10:00:00-05:00'],
    customer_data: customerData(),
    ...changes,
  };
}

export async function handOff(
  partner: Partner,
  ordered: Ordered,
  changes: object = {},
): Promise<Answer<HandoffResponse>> {
  const body = await handoffBody(partner, ordered, changes);
  return partner.post(`/v1/orders/${ordered.orderId}/schedule-handoff`, body);
}

/** An order of the key's own and the address of its page. */
export async function handedOff(
  partner: Partner,
  changes: object = {},
  options: { testType?: Parameters<typeof order>[1]; pair?: Ordered['pair'] } = {},
): Promise<Ordered & { url: string }> {
  const { testType = 'DEXA', pair } = options;
  const ordered = await order(partner, testType, pair === undefined ? {} : { pair });
  const { data } = await handOff(partner, ordered, changes);
  return { ...ordered, url: data.url };
}
