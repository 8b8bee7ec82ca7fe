/** The state of a handoff: what was asked for, the service's response, and the status of its appointment. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { HandoffAppointment, HandoffState } from '../contract/handoff-api.ts';
import type { FieldProblem } from '../contract/problem.ts';
import type { ProblemCode } from '../contract/problem-codes.ts';
import type { HandoffRequest } from '../contract/upstream-api/handoff.ts';

/** A refusal as the page shows it: a public code and sentence. */
export interface HandoffRefusal {
  /** Of the code; kept for processes that still run the version before. */
  status: number;
  code: ProblemCode;
  title: string;
  fields: FieldProblem[];
  /** The upstream's request id, for support. */
  upstreamRequestId: string | null;
}

/** The whole state of one handoff; stored encrypted. */
export interface Handoff {
  id: string;
  /** The partner's own id of its user. */
  customerId: string;
  orderId: string;
  revision: number;
  /** `stalled` is not kept: the state stays `preparing` while the write is parked. */
  state: Exclude<HandoffState, 'stalled'>;
  /** The body of the request. */
  request: HandoffRequest;
  /** Null if the order was requested already, so that no handoff had to be created. */
  writeId: string | null;
  /** The service's whole response (GAP-94); null before it. */
  answer: object | null;
  /** Why the service refused; null unless it did. */
  refusal: HandoffRefusal | null;
  appointment: HandoffAppointment | null;
  /** Until then, a read that does not show the request yet is not conclusive; milliseconds since the epoch. */
  verifyUntilMs: number;
}

/** Creates a handoff before its first read. */
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

/** Whether two values are the same once stored: a missing property equals an undefined one. */
export const isSameStored = (one: object, other: object): boolean =>
  isDeepStrictEqual(asStored(one), asStored(other));

const asStored = (value: object): unknown => JSON.parse(JSON.stringify(value));
