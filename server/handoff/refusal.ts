/** What the service's refusal of a handoff is told as: a code and a sentence of ours, never its message (Errors; ERR-04, ERR-42, T85). */

import type { FieldProblem } from '../contract/problem.ts';
import { type ProblemCode, problemCodes } from '../contract/problem-codes.ts';
import { handoffCustomer } from '../contract/upstream-api/handoff.ts';
import { Problem, UpstreamError } from '../errors.ts';
import type { Outcome } from '../jobs/write.ts';
import { actionFor } from '../upstream/actions.ts';
import { profilePaths } from './customer-data.ts';
import type { Refusal } from './handoff-state.ts';

export function refusalOf(refused: Extract<Outcome, { ok: false }>['error']): Refusal {
  const error = new UpstreamError(refused);
  const told = (code: ProblemCode, fields: FieldProblem[] = []): Refusal => ({
    status: problemCodes[code].status,
    code,
    title: problemCodes[code].title,
    fields,
    upstreamRequestId: error.requestId,
  });
  // The operator's to mend: nothing else is tried, the other flow least of all.
  if (error.code === 'FLOW_ENDPOINT_MISMATCH') return told('flow_mismatch');
  switch (actionFor(error)) {
    case 'choose_times':
      return told('slot_unavailable');
    case 'correct':
    case 'correct_profile':
      return told('not_accepted', namedFields(error.details));
    case 'not_available':
      return told('order_not_found');
    default:
      return told('handoff_refused');
  }
}

export const problemOf = ({ code, title, fields, upstreamRequestId }: Refusal): Problem =>
  new Problem(code, {
    title,
    ...(fields.length > 0 ? { fields } : {}),
    upstreamRequestId: upstreamRequestId ?? undefined,
  });

/** Which of the fields a list of sentences speaks about; the sentences themselves are not ours to show. */
function namedFields(details: unknown): FieldProblem[] {
  const sentences = Array.isArray(details) ? details.filter((each) => typeof each === 'string') : [];
  return handoffCustomer
    .keyof()
    .options.filter((name) => sentences.some((sentence) => new RegExp(`\\b${name}\\b`).test(sentence)))
    .map((name) => ({ path: profilePaths[name], message: 'This was not accepted.' }));
}
