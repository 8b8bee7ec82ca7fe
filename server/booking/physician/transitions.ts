/** The next state of an order after a read of its session (States: Structured physician-order session; PHY-22, PHY-41, GAP-81, GAP-83). Pure. */
import type { PhysicianNotice } from '../../contract/physician-api.ts';
import { providerAnswer } from '../../contract/physician-api.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import type { PhysicianSession } from '../../upstream/physician/responses.ts';
import { type FrozenSession, frozen, hasArtifact, type PhysicianOrder } from './order.ts';

const isOver = ({ expires_at }: Pick<FrozenSession, 'expires_at'>, nowMs: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= nowMs;

/**
 * Whether a session can be signed now.
 * @param nowMs milliseconds since the epoch
 */
export const isOpen = (session: FrozenSession, nowMs: number): boolean =>
  session.status === 'open' && !isOver(session, nowMs);

/**
 * Makes the order with its session as the service shows it. Only an open session can be signed; a closed one asks for a
 * new one. Once it is signed here, only a status that is known to be closed asks for another signature; every other
 * status is waited for (GAP-81).
 * @param options.nowMs milliseconds since the epoch
 */
export function withSession(
  order: PhysicianOrder,
  read: PhysicianSession,
  { nowMs, assumptions }: { nowMs: number; assumptions: Assumptions },
): PhysicianOrder {
  const session = frozen(read);
  const next: PhysicianOrder = { ...order, write: null, session, given: givenOf(session) ?? order.given };
  const artifact = read.artifact?.status ?? '';
  const isSigned =
    order.phase === 'rendering' || assumptions.has('physician.sessionWords.signed', read.status);
  const isReady = isSigned && assumptions.has('physician.artifactWords.ready', artifact);
  if (hasArtifact(read) || isReady) return { ...next, phase: 'refreshing', notice: null };
  if (assumptions.has('physician.artifactWords.failed', artifact)) return closed(next, 'artifact_failed');
  if (isOpen(session, nowMs)) return { ...next, phase: 'open' };
  const isVoid = read.status === 'open' || assumptions.has('physician.sessionWords.closed', read.status);
  if (!isSigned || isVoid) return closed(next, 'session_closed');
  reportUnknown(read, assumptions);
  return { ...next, phase: 'rendering', notice: null };
}

/** Reports a status without a known meaning to the operator, since the server would wait for it forever. */
function reportUnknown({ status, artifact }: PhysicianSession, assumptions: Assumptions): void {
  if (!assumptions.has('physician.sessionWords.signed', status))
    assumptions.reportStop('physician.sessionWords.signed', 'physician_session.status');
  if (artifact?.status && !assumptions.has('physician.artifactWords.processing', artifact.status))
    assumptions.reportStop('physician.artifactWords.processing', 'physician_session.artifact.status');
}

/**
 * Makes the order without its session.
 * @param code why the physician has to begin again
 */
export const closed = (order: PhysicianOrder, code: PhysicianNotice): PhysicianOrder => ({
  ...order,
  phase: 'open',
  write: null,
  session: null,
  notice: { code, requestId: null },
});

function givenOf({ physician, order_date, approval_method, workflow_type }: FrozenSession) {
  const given = providerAnswer.safeParse({ physician, order_date, approval_method, workflow_type });
  return given.success ? given.data : null;
}
