/** One handoff as the server knows it: what was asked for, what came of it, and where its appointment stands. */
import { randomUUID } from 'node:crypto';
import type { HandoffAppointment, HandoffState } from '../contract/handoff-api.ts';
import type { FieldProblem } from '../contract/problem.ts';
import type { ProblemCode } from '../contract/problem-codes.ts';
import type { HandoffRequest } from '../contract/upstream-api/handoff.ts';

export interface Refusal {
  /** Of the code; kept for processes that still run the version before. */
  status: number;
  code: ProblemCode;
  title: string;
  fields: FieldProblem[];
  /** For support. */
  upstreamRequestId: string | null;
}

export interface Handoff {
  id: string;
  /** The partner's own id of its user. */
  customerId: string;
  orderId: string;
  revision: number;
  /** `stalled` is not kept: it is `preparing` while its write waits for somebody to ask again. */
  state: Exclude<HandoffState, 'stalled'>;
  /** As it leaves for the service. */
  request: HandoffRequest;
  /** Null where nothing had to be asked for: the order was requested already. */
  writeId: string | null;
  /** The service's answer, whole (GAP-94). */
  answer: object | null;
  refusal: Refusal | null;
  appointment: HandoffAppointment | null;
  /** Until when reads that do not show the request yet mean nothing; milliseconds since the epoch. */
  verifyUntilMs: number;
}

export const newHandoff = (customerId: string, orderId: string, request: HandoffRequest): Handoff => ({
  id: randomUUID(),
  customerId,
  orderId,
  revision: 1,
  state: 'preparing',
  request,
  writeId: null,
  answer: null,
  refusal: null,
  appointment: null,
  verifyUntilMs: 0,
});
