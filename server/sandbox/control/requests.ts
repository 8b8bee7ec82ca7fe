/** GET /sandbox/requests?after=N: the journal of requests, oldest first. */
import { z } from 'zod';
import { type ControlRoute, parse } from './control-route.ts';

const requestsQuery = z.strictObject({ after: z.string().regex(/^\d+$/, 'must be a number').default('0') });

/** The route of the journal. */
export const requestRoutes: ControlRoute[] = [
  {
    method: 'GET',
    path: '/sandbox/requests',
    handler({ query }, state) {
      const after = Number(parse(requestsQuery, query).after);
      return { requests: state.requests.filter((row) => row.n > after) };
    },
  },
];
