/** The writes of a structured physician order (Structured physician order; PHY-08, PHY-09, PHY-23..PHY-27). */
import {
  physicianAbandonRequest,
  physicianFinalizeRequest,
  physicianSessionRequest,
} from '../../contract/upstream-api/physician-order.ts';
import { anyId } from '../response-reader.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';
import { physicianSession, sessionChanged } from './responses.ts';

const session = '/v1/api-first/physician-order-sessions/{sessionId}';

/** The writes of a structured physician order, for the full API. */
export const physicianWrites = {
  'physician_session.create': post(
    '/v1/api-first/appointments/{appointmentId}/physician-order-sessions',
    physicianSessionRequest.extend({
      template_version_id: anyId,
      replaces_session_id: anyId.optional(),
    }),
    physicianSession,
  ),
  /** Its 202 is the response; the server ignores its `Location` (T07, T74). */
  'physician_session.finalize': post(
    `${session}/finalize`,
    physicianFinalizeRequest.extend({ template_version_id: anyId }),
    sessionChanged,
  ),
  'physician_session.abandon': post(`${session}/abandon`, physicianAbandonRequest, sessionChanged),
} as const satisfies Record<string, WriteKindEntry>;
