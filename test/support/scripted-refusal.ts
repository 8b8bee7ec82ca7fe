/** Scripted refusals of the service: its envelope with the details that a test needs. */

import { untilReview } from './booking.ts';
import type { Customer } from './customer.ts';
import { origin } from './full-api-server.ts';

/** The answer that starts the payment. */
export const pay = { return_url: `${origin}/book` };

/**
 * Creates the fault for POST /sandbox/faults.
 * @param status the HTTP status
 * @param details the `details` of the error
 */
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

/** Books a DEXA scan up to the questionnaire. */
export async function untilQuestionnaire(customer: Customer) {
  await untilReview(customer, 'DEXA');
  return customer.answer('review', pay);
}
