/** POST /sandbox/evidence/{id}/outcome: sets the outcome of a partner's document (UPL-30, UPL-31, GAP-34, GAP-35). */
import { z } from 'zod';
import { ApiError } from '../engine/api-error.ts';
import { nowOf } from '../engine/clock.ts';
import { transitionEvidence } from '../evidence/evidence-changes.ts';
import type { EvidenceRecord } from '../evidence/evidence-record.ts';
import { presentEvidence } from '../evidence/present-evidence.ts';
import { type EvidenceTransition, evidenceTransitions } from '../states/evidence-states.ts';
import { statusAfter } from '../states/transition-table.ts';
import { controlRoute } from './control-route.ts';

const transitionTo = {
  accepted: 'accept',
  rejected: 'reject',
  failed: 'fail',
  abandoned: 'abandon',
  superseded: 'supersede',
  invalidated: 'invalidate',
} as const satisfies Record<string, EvidenceTransition>;
type EvidenceOutcome = keyof typeof transitionTo;
const outcomes = Object.keys(transitionTo) as [EvidenceOutcome, ...EvidenceOutcome[]];

/** Lists the outcomes that the record's status allows. */
export function outcomesOf({ status }: EvidenceRecord): EvidenceOutcome[] {
  return outcomes.filter(
    (outcome) => statusAfter(evidenceTransitions, transitionTo[outcome], status) !== null,
  );
}

/** Each outcome as the label of a button. */
const labels: Record<EvidenceOutcome, string> = {
  accepted: 'Accept',
  rejected: 'Reject',
  failed: 'Fail',
  abandoned: 'Abandon',
  superseded: 'Supersede',
  invalidated: 'Invalidate',
};

const outcomeRequest = z.strictObject({
  status: z.enum(outcomes).meta({ labels }),
  safe_reason_code: z.string().min(1).optional(),
});

/** The route that sets an outcome. */
export const evidenceControlRoute = controlRoute({
  method: 'POST',
  path: '/sandbox/evidence/:id/outcome',
  label: 'Set the outcome of a document',
  body: outcomeRequest,
  handler({ params, body, origin }, state) {
    const record = state.evidence.get(params.id ?? '');
    if (record === undefined) throw new ApiError(404, 'id: no such evidence');
    const { status, safe_reason_code } = body();
    if (status === 'accepted' && safe_reason_code !== undefined)
      throw new ApiError(400, 'safe_reason_code: accepted evidence has no reason');
    if (statusAfter(evidenceTransitions, transitionTo[status], record.status) === null)
      throw new ApiError(409, `status: evidence that is ${record.status} cannot become ${status}`);
    transitionEvidence(state, record, transitionTo[status], nowOf(state.clock), safe_reason_code);
    return presentEvidence(state, record, origin);
  },
});
