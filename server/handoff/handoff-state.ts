/** The state of a handoff: what was asked for, the service's response, and the status of its appointment. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type HandoffAppointment, handoffAppointment, handoffStates } from '../contract/handoff-api.ts';
import { fieldProblem } from '../contract/problem.ts';
import type { ProblemCode } from '../contract/problem-codes.ts';
import { type HandoffRequest, handoffRequest } from '../contract/upstream-api/handoff.ts';
import { stored } from '../core/store/stored.ts';
import type { Appointment } from '../upstream/appointments/responses.ts';
import { appointmentStatusOf, specifiedWord } from '../upstream/appointments/status-words.ts';

const text = z.string();

/** A refusal as the page shows it: a public code and sentence. */
export const storedRefusal = stored({
  // Of a set that a later version may extend.
  code: z.custom<ProblemCode>((value) => typeof value === 'string'),
  title: text,
  fields: z.array(fieldProblem),
  /** The upstream's request id, for support. */
  upstreamRequestId: text.nullable(),
});
/** A refusal as the page shows it: a public code and sentence. */
export type HandoffRefusal = z.infer<typeof storedRefusal>;

/** The whole state of one handoff; stored encrypted. */
export const storedHandoff = stored({
  id: text,
  /** The partner's own id of its user. */
  customerId: text,
  orderId: text,
  revision: z.int(),
  /** `stalled` is not kept: the state stays `preparing` while the write is parked. */
  state: z.enum(handoffStates).exclude(['stalled']),
  /** The body of the request. */
  request: handoffRequest,
  /** Null if the order was requested already, so that no handoff had to be created. */
  writeId: text.nullable(),
  /** The service's whole response (GAP-94); null before it. */
  answer: z.looseObject({}).nullable(),
  /** Why the service refused; null unless it did. */
  refusal: storedRefusal.nullable(),
  /** Whether an earlier attempt of the refused write may have made a page: no read of the service shows one. */
  mayHavePage: z.boolean(),
  /** Whether its write repeats a refused one, under that one's key. */
  repeatsWrite: z.boolean(),
  appointment: z.looseObject(handoffAppointment.shape).nullable(),
  /** Until then, a read that does not show the request yet is not conclusive; milliseconds since the epoch. */
  verifyUntilMs: z.number(),
});
/** The whole state of one handoff; stored encrypted. */
export type Handoff = z.infer<typeof storedHandoff>;

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
  mayHavePage: false,
  repeatsWrite: false,
  appointment: null,
  verifyUntilMs: 0,
});

/** Whether two values are the same once stored: a missing property equals an undefined one. */
export const isSameStored = (one: object, other: object): boolean =>
  isDeepStrictEqual(asStored(one), asStored(other));

const asStored = (value: object): unknown => JSON.parse(JSON.stringify(value));

/** Whether times can be requested: for a new order's appointment, and for one whose times the location declined. */
export const waitsForTimes = (status: string) => appointmentStatusOf(status) === 'unscheduled';

/** How long, in milliseconds, a request may take to show after the page said that it was made. */
const verifyMs = 60_000;

/**
 * Updates a handoff by a read of its order's appointment; no message of a page does (Hosted page messages; HND-21,
 * EMB-14, GAP-98, T87, T89).
 *
 * @param found the appointment as just read; null if the service could not be read or the order has none
 * @param nowMs milliseconds since the epoch
 */
export function withAppointment(handoff: Handoff, found: Appointment | null, nowMs: number): Handoff {
  const appointment = found ? shown(found) : handoff.appointment;
  const next = { ...handoff, appointment };
  const status = found && appointmentStatusOf(found.status);
  // An unknown word does not say that times were requested, nor that they were declined.
  if (status !== null && status !== 'unscheduled' && status !== 'unknown')
    return { ...next, state: 'requested', refusal: null };
  switch (handoff.state) {
    case 'verifying':
      return { ...next, state: nowMs < handoff.verifyUntilMs ? 'verifying' : 'unknown' };
    case 'requested':
      // Times that were requested without this handoff were declined: it has no page yet.
      return status === 'unscheduled' ? { ...next, state: next.answer ? 'open' : 'preparing' } : next;
    default:
      return next;
  }
}

/**
 * The handoff after its page reported completion: the appointment is read for a while.
 * @param nowMs milliseconds since the epoch
 * @returns the given object if the handoff is neither `open` nor `unknown`
 */
export const startVerifying = (handoff: Handoff, nowMs: number): Handoff =>
  handoff.state === 'open' || handoff.state === 'unknown'
    ? { ...handoff, state: 'verifying', verifyUntilMs: nowMs + verifyMs }
    : handoff;

const shown = (found: Appointment): HandoffAppointment => ({
  appointment_id: found.appointment_id,
  status: specifiedWord(found.status),
  test_type: found.test_type ?? '',
  scheduled_for: found.scheduled_for,
  timezone: found.location?.timezone ?? '',
});
