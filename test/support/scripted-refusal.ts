/** What the service refuses with, scripted: its envelope around the details that a test is about. */

import { untilReview } from './booking.ts';
import type { Customer } from './customer.ts';
import { origin } from './full-api-server.ts';

export const pay = { return_url: `${origin}/book` };

export const refusal = (status: number, details: unknown) => ({
  kind: 'status',
  status,
  body: {
    code: status,
    data: null,
    error: {
      details,
      message: 'refused',
      path: '/v1',
      request_id: 'req_for_support',
      timestamp: '2026-01-01T00:00:00.000Z',
    },
  },
});

export async function untilQuestionnaire(customer: Customer) {
  await untilReview(customer, 'DEXA');
  return customer.answer('review', pay);
}
