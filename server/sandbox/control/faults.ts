/** POST, GET and DELETE /sandbox/faults: scripts faults for the next matching requests. */

import { ApiError } from '../engine/api-error.ts';
import type { Fault } from '../engine/engine-state.ts';
import { faultRequest } from '../engine/fault-request.ts';
import { nextId } from '../engine/ids.ts';
import { routes } from '../v1/routes.ts';
import { type ControlRoute, controlRoute } from './control-route.ts';

/** The paths of `/v1` as suggestions. */
const paths = [...new Set(routes.map(({ path }) => path.replaceAll(/:\w+/g, '*')))];

/** The routes of the faults. */
export const faultRoutes: ControlRoute[] = [
  controlRoute({
    method: 'POST',
    path: '/sandbox/faults',
    label: 'Add a fault',
    body: faultRequest.extend({ path: faultRequest.shape.path.meta({ examples: paths }) }),
    status: 201,
    handler({ body }, state) {
      const request = body();
      const id = nextId(state.counters, 'fault');
      state.faults.set(id, {
        ...request,
        id,
        passes: request.skip,
        remaining: request.times,
        boundTo: null,
      });
      return { id };
    },
  }),
  {
    method: 'GET',
    path: '/sandbox/faults',
    label: 'List the faults',
    handler: (_request, state) => ({ faults: [...state.faults.values()].map(present) }),
  },
  {
    method: 'DELETE',
    path: '/sandbox/faults',
    label: 'Remove all faults',
    handler(_request, state) {
      state.faults.clear();
    },
  },
  {
    method: 'DELETE',
    path: '/sandbox/faults/:id',
    label: 'Remove',
    handler({ params }, state) {
      if (!state.faults.delete(params.id ?? '')) throw new ApiError(404, 'id: no such fault');
    },
  },
];

/** A fault as the control plane lists it. */
export type ListedFault = ReturnType<typeof present>;

function present({ passes: _passes, boundTo: _boundTo, ...fault }: Fault) {
  return fault;
}
