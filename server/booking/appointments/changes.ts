/**
 * Cancel and reschedule as durable writes (Appointments 2, 3, 6; APT-34..APT-44, ERR-21, ERR-22, GAP-67).
 *
 * The 24-hour flag is never sent at first. The service's warning is kept and shown, and only the customer's agreement
 * sends the change again: a different payload, so a different write under its own key.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AskedTimes } from '../../contract/appointments-api.ts';
import { Problem } from '../../core/errors.ts';
import { conflictAs } from '../../core/store/conflict.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { actionFor } from '../../upstream/actions.ts';
import { canceled, rescheduled } from '../../upstream/appointments/responses.ts';
import { meaningOf, specifiedStatus } from '../../upstream/appointments/status-words.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import type { WriteKind } from '../../upstream/write-kinds.ts';
import type { Writes } from '../../upstream/writes/outbox.ts';
import type { Commit, LogicalWrite, Outcome } from '../../upstream/writes/write.ts';
import type { Appointments, OwnedAppointment } from './appointment-records.ts';
import { type ByFlow, ofFlow } from './of-flow.ts';
import type { Change } from './stored-appointment.ts';

/** The part of a flow's outbox that appointments use. */
export interface AppointmentOutbox {
  owner(
    kind: 'appointment',
    onCompleted: (
      completed: { write: { id: string; ownerId: string }; outcome: Outcome; owner: unknown },
      commit: Commit<null>,
    ) => Promise<void>,
  ): AppointmentWrites;
}
interface AppointmentWrites extends Pick<Writes<'full_api', null>, 'wait' | 'reopen' | 'parkedAs'> {
  enqueue(
    trx: Kysely<Tables>,
    write: {
      id: string;
      ownerId: string;
      customerId: string;
      write: LogicalWrite & { kind: Extract<WriteKind, `appointment.${Change['kind']}`> };
    },
  ): Promise<string>;
}
/** A cancel or reschedule as the customer asks for it. */
interface ChangeRequest {
  kind: Change['kind'];
  /** The customer's reason, if given. */
  reason?: string | undefined;
  /** The new times: a reschedule needs them, a cancel has none. */
  times?: AskedTimes | undefined;
  /** Whether the customer agreed after the warning. */
  agreed: boolean;
}

/** Cancels and reschedules appointments. */
export interface Changes {
  /**
   * Commits the change and waits for its write, as long as a response waits. The appointment then has the result.
   * @throws Problem 409 `appointment_moved` if another change is under way or came first, `not_warned` if the customer
   * agreed without a valid warning; 501 `flow_not_configured`
   */
  request(owned: OwnedAppointment, asked: ChangeRequest): Promise<void>;
  /**
   * Makes a parked change due again and waits for the change under way. Does nothing without one.
   * @throws Problem 501 `flow_not_configured`
   */
  retry(owned: OwnedAppointment): Promise<void>;
  /** Whether the change under way has used up its retries. @throws Problem 501 `flow_not_configured` */
  isParked(owned: OwnedAppointment): Promise<boolean>;
}

interface ChangesDeps {
  store: Store;
  appointments: Appointments;
  outboxes: ByFlow<AppointmentOutbox>;
  /** Which words of the service mean which status. */
  assumptions: Assumptions;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const conflict = () => new Problem('appointment_moved');

/**
 * Creates the changes of appointments. Call it once per server: it registers the handler of completed writes with each
 * flow's outbox.
 */
export function createChanges(deps: ChangesDeps): Changes {
  const { store, appointments, outboxes, assumptions, now } = deps;
  const writes: ByFlow<AppointmentWrites> = Object.fromEntries(
    Object.entries(outboxes).map(([flow, outbox]) => [
      flow,
      outbox.owner('appointment', async ({ write, outcome }, commit) => {
        const owned = await appointments.find(write.ownerId);
        if (!owned?.change || owned.change.writeId !== write.id) return;
        const { change, status } = onCompleted(owned.change, outcome, assumptions);
        // The response does not say when the service changed it.
        const body = status !== null && owned.body && { ...owned.body, status, updated_at: null };
        await commit(async (trx) => {
          await appointments.update(trx, owned, change, body ? { body, atMs: now() } : undefined);
          return null;
        });
      }),
    ]),
  );

  const writesOf = ({ flow }: OwnedAppointment) => ofFlow(writes, flow);

  return {
    async retry(owned) {
      if (owned.change?.state !== 'sending') return;
      await writesOf(owned).reopen(owned.change.writeId);
      await writesOf(owned).wait(owned.change.writeId);
    },

    async request(owned, asked) {
      if (owned.change?.state === 'sending') throw conflict();
      if (asked.agreed && !isWarned(owned, asked.kind)) throw new Problem('not_warned');
      const { enqueue, wait } = writesOf(owned);
      const change: Change = {
        kind: asked.kind,
        writeId: randomUUID(),
        state: 'sending',
        requested: asked.times ?? null,
        scheduledFor: owned.body?.scheduled_for ?? null,
        within24Hours: null,
        requestId: null,
      };
      const { writeId: id } = change;
      await store
        .transaction(async (trx) => {
          await appointments.update(trx, owned, change);
          const { appointmentId: ownerId, customerId } = owned;
          await enqueue(trx, { id, ownerId, customerId, write: writeOf(owned, asked) });
        })
        .catch(conflictAs(conflict));
      await wait(id);
    },

    isParked: async (owned) =>
      owned.change?.state === 'sending' && (await writesOf(owned).parkedAs(owned.change.writeId)) !== null,
  };
}

/** Whether the customer was warned about this change at the appointment's current time. */
const isWarned = (owned: OwnedAppointment, kind: Change['kind']): boolean =>
  owned.change?.state === 'warned' && owned.change.kind === kind && isOfThisTime(owned);

/** Whether the last change was asked for at the appointment's current time. */
export const isOfThisTime = ({ change, body }: OwnedAppointment): boolean =>
  change?.scheduledFor === (body?.scheduled_for ?? null);

/** The write sends only what was chosen and agreed to: no empty reason, no empty list, no false flag (GAP-70). */
function writeOf(owned: OwnedAppointment, { kind, reason, times, agreed }: ChangeRequest) {
  const params = { appointmentId: owned.appointmentId };
  const confirmed = agreed ? { confirm_within_24_hour_penalty: true } : {};
  if (kind === 'cancel')
    return {
      kind: 'appointment.cancel' as const,
      params,
      body: { ...(reason ? { reason } : {}), ...confirmed },
    };
  if (!times) throw new Error('a reschedule names its times');
  const { primary, alternates } = times;
  return {
    kind: 'appointment.reschedule' as const,
    params,
    body: {
      new_requested_date: primary,
      ...(alternates.length > 0 ? { alternate_availabilities: alternates } : {}),
      ...confirmed,
    },
  };
}

/** The change after its completed write. A refusal is read by its code, never by its status (T09). */
function onCompleted(
  change: Change,
  outcome: Outcome,
  assumptions: Assumptions,
): { change: Change; status: string | null } {
  if (outcome.ok) {
    const [said, within24Hours] = answered(change.kind, outcome.data);
    const specified = specifiedAfter[change.kind];
    const word = specifiedStatus(said ?? specified, assumptions);
    const status = meaningOf(word) === null ? specified : word;
    return { change: { ...change, state: 'done', within24Hours }, status };
  }
  const action = actionFor(outcome.error);
  const state = action === 'confirm_penalty' ? 'warned' : action === 'choose_times' ? 'slot_gone' : 'refused';
  return { change: { ...change, state, requestId: outcome.error.requestId }, status: null };
}

/** What the specification says of a success, for a response whose status is missing or unknown, until the next read. */
const specifiedAfter = { cancel: 'canceled', reschedule: 'pending_confirmation' } as const;

/** The status and the flag of a response have different spellings (T34). */
function answered(
  kind: Change['kind'],
  data: unknown,
): [status: string | null, within24Hours: boolean | null] {
  if (kind === 'cancel') {
    const answer = canceled.needed.parse(data);
    return [answer.status, answer.cancelled_within_24_hour_window];
  }
  const answer = rescheduled.needed.parse(data);
  return [answer.status, answer.rescheduled_within_24_hour_window];
}
