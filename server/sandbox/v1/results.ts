/** GET /v1/results: finalized results with their units, and only the approved fields (Results; RES-01, RES-03, RES-04, GAP-75). */
import { z } from 'zod';
import { resultsQuery } from '../../contract/upstream-api/results.ts';
import { drawFor, stableId } from '../catalog/stable-values.ts';
import { defineRoute } from '../engine/route.ts';
import { resultSheets } from '../results/result-sheets.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { pageOf, pageQuery } from './query-values.ts';

const query = resultsQuery.extend({
  ...pageQuery,
});

const resultsShown = z.strictObject({
  items: z.array(
    z.strictObject({
      order_id: z.uuid(),
      appointment_id: z.uuid(),
      member_id: z.string(),
      test_type: z.string(),
      status: z.literal('finalized'),
      results: z.record(z.string(), z.number()),
      /** Units under the same names as `results`. */
      result_units: z.record(z.string(), z.string()),
    }),
  ),
  pagination: z.strictObject({
    has_more: z.boolean(),
    limit: z.int(),
    offset: z.int(),
    returned_count: z.int(),
  }),
});
type ResultsShown = z.infer<typeof resultsShown>;

/** The route of results. */
export const resultRoute = defineRoute({
  method: 'GET',
  path: '/v1/results',
  summary: 'List results',
  query,
  responses: { 200: resultsShown },
  handler({ key, query: { order_id, ...page } }, state) {
    const finalized = [...state.appointments.values()].filter(
      (appointment) =>
        appointment.owner === key.prefix &&
        appointment.results_status === 'finalized' &&
        (order_id === undefined || appointment.order_id === order_id),
    );
    const data: ResultsShown = pageOf(finalized, page, (appointment) => present(state, appointment));
    return { status: 200, data };
  },
});

function present(
  state: State,
  { appointment_id, order_id, test_type }: AppointmentRecord,
): ResultsShown['items'][number] {
  const booking = state.orders.get(order_id)?.booking;
  const measures = Object.entries(resultSheets[test_type](drawFor(appointment_id), booking?.customer.weight));
  return {
    order_id,
    appointment_id,
    member_id: stableId('user', booking?.customer_identity_id ?? ''),
    test_type,
    status: 'finalized',
    results: Object.fromEntries(measures.map(([name, [value]]) => [name, value])),
    result_units: Object.fromEntries(measures.map(([name, [, unit]]) => [name, unit])),
  };
}
