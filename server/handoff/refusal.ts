/** Maps a refusal of the service to a public code and sentence; its own message is never shown (Errors; ERR-04, ERR-42, T85). */

import type { FieldProblem } from '../contract/problem.ts';
import { type ProblemCode, problemCodes } from '../contract/problem-codes.ts';
import { handoffCustomer } from '../contract/upstream-api/handoff.ts';
import { Problem, type UpstreamFailure } from '../core/errors.ts';
import { actionFor } from '../upstream/actions.ts';
import { profilePaths } from './customer-data.ts';
import type { HandoffRefusal } from './handoff-state.ts';

/** Makes the public refusal of a failed write. */
export function refusalOf(failure: UpstreamFailure): HandoffRefusal {
  const refusal = (code: ProblemCode, fields: FieldProblem[] = []): HandoffRefusal => ({
    code,
    title: problemCodes[code].title,
    fields,
    upstreamRequestId: failure.requestId,
  });
  // Only the operator can fix this; the other flow is never tried instead.
  if (failure.code === 'FLOW_ENDPOINT_MISMATCH') return refusal('flow_mismatch');
  switch (actionFor(failure)) {
    case 'choose_times':
      return refusal('slot_unavailable');
    case 'correct':
    case 'correct_profile':
      return refusal('not_accepted', namedFields(failure.details));
    case 'not_available':
      return refusal('order_not_found');
    default:
      return refusal('handoff_refused');
  }
}

/** Makes the problem that shows a refusal. */
export const problemOf = ({ code, title, fields, upstreamRequestId }: HandoffRefusal): Problem =>
  new Problem(code, {
    title,
    ...(fields.length > 0 ? { fields } : {}),
    upstreamRequestId: upstreamRequestId ?? undefined,
  });

/** The fields that the service's sentences name; the sentences themselves are not shown. */
function namedFields(details: unknown): FieldProblem[] {
  const sentences = Array.isArray(details) ? details.filter((each) => typeof each === 'string') : [];
  return handoffCustomer
    .keyof()
    .options.filter((name) => sentences.some((sentence) => new RegExp(`\\b${name}\\b`).test(sentence)))
    .map((name) => ({ path: profilePaths[name], message: 'This was not accepted.' }));
}
