/** POST /sandbox/physician-sessions/{id}/artifact: ends the rendering of a signed order, available or failed (PHY-20, GAP-81). */
import { z } from 'zod';
import { nowOf } from '../engine/clock.ts';
import { presentSession } from '../physician/present-session.ts';
import { renderArtifact } from '../physician/session-changes.ts';
import { statusAfter } from '../states/physician-session-states.ts';
import { ControlError, type ControlRoute, parse } from './control-route.ts';

const artifactRequest = z.strictObject({ status: z.enum(['available', 'failed']) });

/** The route that ends the rendering. */
export const physicianSessionControlRoutes: ControlRoute[] = [
  {
    method: 'POST',
    path: '/sandbox/physician-sessions/:id/artifact',
    handler({ params, body, origin }, state) {
      const session = state.physicianSessions.get(params.id ?? '');
      if (session === undefined) throw new ControlError(404, 'id: no such physician-order session');
      const { status } = parse(artifactRequest, body);
      if (statusAfter('render', session.status) === null)
        throw new ControlError(409, `status: a session that is ${session.status} renders no artifact`);
      const now = nowOf(state.clock);
      renderArtifact(state, session, status, now);
      return presentSession(state, session, now, origin);
    },
  },
];
