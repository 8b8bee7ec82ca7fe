/** What a session, as the service shows it, makes of an order (States: Structured physician-order session; PHY-22, PHY-41, GAP-81, GAP-83). */
import type { PhysicianNotice } from '../contract/physician-api.ts';
import { providerAnswer } from '../contract/physician-api.ts';
import type { PhysicianSession } from '../contract/upstream-api/physician-order.ts';
import { type FrozenSession, frozen, hasArtifact, type PhysicianOrder } from './order.ts';

/** Signed: nothing is left for the physician to do. The words are an open set, so those known and no others. */
const signed = new Set(['finalizing', 'finalized']);

export const isOver = ({ expires_at }: Pick<FrozenSession, 'expires_at'>, nowMs: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= nowMs;

export const isOpen = (session: FrozenSession, nowMs: number): boolean =>
  session.status === 'open' && !isOver(session, nowMs);

/** Only an open session is shown for signing; one that is over asks for a new one, read and signed anew. */
export function shown(order: PhysicianOrder, read: PhysicianSession, nowMs: number): PhysicianOrder {
  const session = frozen(read);
  const next: PhysicianOrder = { ...order, write: null, session, given: givenOf(session) ?? order.given };
  if (hasArtifact(read)) return { ...next, phase: 'refreshing', notice: null };
  if (read.artifact?.status === 'failed') return closed(next, 'artifact_failed');
  if (signed.has(read.status)) return { ...next, phase: 'rendering', notice: null };
  return isOpen(session, nowMs) ? { ...next, phase: 'open' } : closed(next, 'session_closed');
}

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
