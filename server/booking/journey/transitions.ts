/** Commits transitions of journeys. A transition's write is a row in the same transaction before it is a request. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ZodError } from 'zod';
import type { BookingState } from '../../contract/events.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import { afterCommit, type Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import type { BookingEvents } from '../../partner/events/booking-events.ts';
import { isRepeatable, type WriteKind } from '../../upstream/write-kinds.ts';
import type { Outbox, Writes } from '../../upstream/writes/outbox.ts';
import type { Outcome, ParkedWrite, WriteName } from '../../upstream/writes/write.ts';
import { keepRequest, registerAppointment } from '../appointments/register.ts';
import { eventIdsOf, type Journey, needPerson, notice } from './journey-state.ts';
import type { Journeys } from './journeys.ts';
import type { StepDeps, Transition } from './step.ts';
import { advance, onCompletedOf } from './steps.ts';

/** Changes of journeys, each committed with its write. */
export interface Transitions {
  /**
   * Commits the transition, then waits for its writes, as long as a response waits.
   * @param read the journey from which the transition was computed
   * @returns the journey as it is then
   * @throws Conflict if the journey has changed since it was read
   * @throws Problem 409 `step_out_of_order` if the journey lacks what the write of its next step needs
   */
  apply(transition: Transition, read: Journey): Promise<Journey>;
  /**
   * Applies a transition that does not come from the customer, in the caller's transaction. Does nothing without such a
   * journey.
   * @param transitionOf returns null if the journey stays as it is
   * @throws Conflict if the journey has changed meanwhile; Problem as `apply`
   */
  applyExternal(
    trx: Kysely<Tables>,
    journeyId: string,
    transitionOf: (journey: Journey) => Transition | null,
  ): Promise<void>;
  /**
   * Keeps what is shown with the journey for the first time; its step and its write under way stay.
   * @param next the journey with it
   * @throws Conflict if the journey has changed since it was read
   */
  amend(next: Journey, read: Journey): Promise<Journey>;
  /**
   * Makes a parked write of the journey or of its document due again, and waits, as `apply`, for the journey's own write
   * and those that follow it.
   */
  retryWrites(journey: Journey): Promise<Journey>;
  /** Why the write under way is parked, or that of the journey's document; null if none is. */
  parkedWrite(journey: Journey): Promise<ParkedWrite | null>;
}

interface TransitionsDeps {
  store: Store;
  encryption: Encryption;
  journeys: Journeys;
  outbox: Outbox;
  /** Records what happens to bookings; null without a receiver. */
  events: BookingEvents | null;
  stepDeps: StepDeps;
  clock: Pick<Clock, 'elapsed'>;
  log: Log;
}

type JourneyWrites = Writes<'full_api', Journey>;

/** Creates the transitions of journeys. Call it once per server: it registers the handler of completed writes. */
export function createTransitions(deps: TransitionsDeps): Transitions {
  const { store, journeys, outbox, stepDeps } = deps;

  const commit = (trx: Kysely<Tables>, transition: Transition, read: Journey) =>
    commitTransition(deps, writes, trx, transition, read);

  const writes: JourneyWrites = outbox.owner(
    'journey',
    async ({ write, outcome, mayBeDone, owner }, commitWrite) => {
      const read = owner ?? (await journeys.load(write.ownerId));
      if (read?.pending?.writeId !== write.id) return;
      const journey = counted(read, write.kind, outcome);
      const transition = await onCompleted(journey, { write, outcome, mayBeDone }, stepDeps);
      await commitWrite((trx) => commit(trx, transition, read));
    },
  );

  return {
    async apply(transition, read) {
      return waitForWrites(deps, writes, await store.transaction((trx) => commit(trx, transition, read)));
    },
    async applyExternal(trx, journeyId, transitionOf) {
      const read = await journeys.load(journeyId, trx);
      const transition = read && transitionOf({ ...read, notice: null });
      if (read && transition) await commit(trx, transition, read);
    },
    async amend(journey, read) {
      const next = { ...journey, revision: read.revision + 1 };
      await store.transaction((trx) => journeys.update(trx, next, read.revision));
      return next;
    },
    async retryWrites(journey) {
      if (journey.pending) await writes.reopen(journey.pending.writeId);
      else if (journey.evidence?.status === 'checking')
        await stepDeps.evidence.retry(journey.evidence.evidenceId);
      return waitForWrites(deps, writes, journey);
    },
    async parkedWrite({ pending, evidence }) {
      const as = await writes.parkedAs(pending?.writeId);
      if (pending && as) return { as, writeId: pending.writeId };
      return evidence?.status === 'checking' ? stepDeps.evidence.parkedWrite(evidence.evidenceId) : null;
    },
  };
}

/** Changes the rows of a transition. @returns the journey as committed @throws Conflict */
async function commitTransition(
  { encryption, journeys, events, log, stepDeps: { now } }: TransitionsDeps,
  writes: JourneyWrites,
  trx: Kysely<Tables>,
  transition: Transition,
  read: Journey,
): Promise<Journey> {
  const { journey, write } = advance(transition, now());
  const id = randomUUID();
  const pending = write ? { writeId: id, kind: write.kind } : null;
  const finishedAt = journey.finishedAt ?? (journey.state === 'finished' ? now() : null);
  const next: Journey = { ...journey, pending, finishedAt, revision: read.revision + 1 };
  await journeys.update(trx, next, read.revision);
  const { id: ownerId, customerId } = next;
  if (write) {
    const completed = next.completed[write.kind] ?? 0;
    await writes.enqueue(trx, { id, ownerId, customerId, write, completed, owner: next });
  }
  await transition.also?.(trx);
  await registerBooked(trx, encryption, { next, read }, now());
  if (events) await recordChange(trx, events, { next, read });
  if (next.state !== 'open') await journeys.dropDrafts(trx, next.id);
  // A new definition is answered from scratch: old answers must not go under a new hash (ERR-39, T18).
  else if (next.notice?.code === 'questionnaire_changed')
    await journeys.dropDrafts(trx, next.id, 'questionnaire');
  // What stays chosen is in the journey. A draft may be older than the answer.
  else if (next.notice?.code === 'slot_gone') await journeys.dropDrafts(trx, next.id, 'times');
  afterCommit(trx, () => logTransition(log, next, read));
  return next;
}

/** Logs ids, step names and codes only, never what a customer chose or typed. */
function logTransition(log: Log, next: Journey, read: Journey): void {
  const { id, step } = next;
  if (step !== read.step) log('journey.step', { journey_id: id, step });
  if (next.notice) log('journey.notice', { journey_id: id, step, code: next.notice.code });
  if (isHeld(next) && !isHeld(read))
    log('journey.stopped', { journey_id: id, step, code: next.notice?.code });
}

/** Waits for the write under way, if any, and for the writes that follow it. */
async function waitForWrites(
  { journeys, clock, outbox }: TransitionsDeps,
  writes: JourneyWrites,
  journey: Journey,
): Promise<Journey> {
  const endsAt = clock.elapsed() + outbox.waitTimeoutMs;
  let current = journey;
  while (current.pending && clock.elapsed() < endsAt) {
    const { state, owner } = await writes.wait(current.pending.writeId, endsAt - clock.elapsed());
    current = owner ?? (await journeys.load(journey.id)) ?? current;
    if (state !== 'settled') break;
  }
  return current;
}

/** The journey without its completed write, which counts unless it must keep its key: the key is bound to another payload. */
function counted(journey: Journey, kind: WriteKind, outcome: Outcome): Journey {
  const keepsKey = !outcome.ok && outcome.error.code === 'IDEMPOTENCY_CONFLICT' && !isRepeatable(kind);
  const { completed } = journey;
  const next = { ...completed, [kind]: (completed[kind] ?? 0) + (keepsKey ? 0 : 1) };
  return { ...journey, pending: null, completed: next };
}

/** Asks the step that made the write what its outcome makes of the journey. */
async function onCompleted(
  journey: Journey,
  { write, outcome, mayBeDone }: { write: WriteName; outcome: Outcome; mayBeDone: boolean },
  deps: StepDeps,
): Promise<Transition> {
  const reaction = onCompletedOf(write.kind);
  if (!reaction) return stayWith(journey, 'support_needed');
  try {
    return outcome.ok
      ? await reaction.answered(journey, outcome.data, deps)
      : await reaction.refused(journey, { ...outcome.error, writeId: write.id, mayBeDone }, deps);
  } catch (error) {
    // A 2xx without the ids that the next step needs decides nothing: stop here, resend nothing (GAP-45).
    if (error instanceof ZodError) return stayWith(journey, 'support_needed');
    if (!(error instanceof Problem) || error.code !== 'assumption_unmet') throw error;
    return stayWith(journey, 'assumption_unmet', outcome.ok ? null : outcome.error.requestId);
  }
}

const stayWith = (
  journey: Journey,
  code: 'support_needed' | 'assumption_unmet',
  requestId: string | null = null,
): Transition => ({
  journey: { ...journey, notice: notice(code, [], requestId) },
  at: journey.step,
});

/**
 * Inserts the appointments of a new order and keeps the times of a new request, in the transaction that completes it
 * (ORD-12, ORD-18, SCH-09).
 * @param read the journey before `next`
 * @param atMs milliseconds since the epoch
 */
async function registerBooked(
  trx: Kysely<Tables>,
  encryption: Encryption,
  { next, read }: { next: Journey; read: Journey },
  atMs: number,
): Promise<void> {
  const { order, schedule, times } = next;
  if (order && !read.order) await registerOrder(trx, encryption, next, order, atMs);
  if (order && times && schedule && schedule !== read.schedule)
    await keepRequest(
      trx,
      encryption,
      { appointmentId: order.appointment_id, customerId: next.customerId },
      {
        ...{ times, answer: schedule },
        visit: { note: next.product?.additional_note || null, preparation: next.preparation },
      },
      atMs,
    );
}

async function registerOrder(
  trx: Kysely<Tables>,
  encryption: Encryption,
  { id, customerId, chosen, profile, consent, evidence }: Journey,
  order: NonNullable<Journey['order']>,
  atMs: number,
): Promise<void> {
  for (const appointment of order.answer.appointments)
    await registerAppointment(
      trx,
      encryption,
      {
        appointmentId: appointment.appointment_id,
        customerId,
        orderId: order.order_id,
        flow: 'full_api',
        testType: appointment.test_type ?? chosen?.test_type ?? '',
        catalogId: chosen?.catalog_id ?? null,
        offeringId: chosen?.offering_id ?? null,
        physicianMode: order.branch.physician_mode,
        orderRef: order.order_ref,
        consentJourneyId: consent || evidence ? id : null,
        patient: profile && {
          name: `${profile.first_name} ${profile.last_name}`,
          date_of_birth: profile.date_of_birth,
        },
      },
      atMs,
    );
}

/** The state of the booking, as far as the journey decides it. After the request, reads of the appointment do. */
function bookingStateOf({ schedule, questionnaire, order, payment }: Journey): BookingState {
  if (schedule) return 'requested';
  if (questionnaire?.outcome.status === 'blocked') return 'blocked';
  if (questionnaire?.outcome.status === 'physician_review_required') return 'physician_review';
  if (order) return 'unscheduled';
  if (!payment) return 'started';
  return payment.state === 'paid' ? 'paid' : 'payment_due';
}

/** Records the change from `read` to `next` for the events to the partner, in the transaction that stores it. */
async function recordChange(
  trx: Kysely<Tables>,
  events: BookingEvents,
  { next, read }: { next: Journey; read: Journey },
): Promise<void> {
  const [before, after] = [bookingStateOf(read), bookingStateOf(next)];
  const ids = eventIdsOf(next);
  const isRequested = next.schedule !== read.schedule;
  if (before !== after || isRequested) await events.journeyChanged(trx, ids, { before, after });
  if (isHeld(next) && !isHeld(read)) await events.paidJourneyHeld(trx, ids, 'needsSupport');
}

/** Whether the customer has paid, and only a person can go on. */
const isHeld = ({ payment, notice }: Journey): boolean =>
  payment?.state === 'paid' && notice !== null && needPerson.includes(notice.code);
