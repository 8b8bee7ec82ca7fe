/**
 * Cancel and reschedule as journalled writes (Appointments 2, 3, 6; APT-34..APT-44, ERR-21, ERR-22, GAP-67).
 *
 * The 24-hour flag is never sent on the first try. The service's own warning is kept, shown to the customer, and only
 * their word sends the change again: another payload, so another write under a key of its own.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AskedTimes } from '../contract/appointments-api.ts';
import { cancelResponse, rescheduleResponse } from '../contract/upstream-api/appointment-changes.ts';
import { Problem, UpstreamError } from '../errors.ts';
import type { Writes } from '../jobs/outbox.ts';
import type { Commit, LogicalWrite, Outcome } from '../jobs/write.ts';
import { Conflict } from '../store/conflict.ts';
import type { Store } from '../store/store.ts';
import type { AppointmentRow, Tables } from '../store/tables.ts';
import { actionFor } from '../upstream/actions.ts';
import type { AppointmentWriteKind } from '../upstream/appointments/writes.ts';
import type { Appointments, OwnedAppointment } from './appointments.ts';
import type { Change } from './change.ts';

/** What either flow's outbox does for an appointment. */
export interface AppointmentOutbox {
  owner(
    kind: 'appointment',
    onCompleted: (
      completed: { write: { id: string; ownerId: string }; outcome: Outcome; owner: unknown },
      commit: Commit<null>,
    ) => Promise<void>,
  ): AppointmentWrites;
}
interface AppointmentWrites extends Pick<Writes<'full_api', null>, 'wait' | 'reopen' | 'isParked'> {
  enqueue(
    trx: Kysely<Tables>,
    write: { id: string; ownerId: string; write: LogicalWrite & { kind: AppointmentWriteKind } },
  ): Promise<string>;
}
export type OutboxesByFlow = Partial<Record<AppointmentRow['flow'], AppointmentOutbox>>;

export interface Asked {
  kind: Change['kind'];
  /** What the customer wrote, if anything. */
  reason?: string | undefined;
  times?: AskedTimes | undefined;
  /** The customer's word after the warning. */
  agreed: boolean;
}

export interface Changes {
  /** Commits the change and waits for it as long as a customer would. */
  ask(owned: OwnedAppointment, asked: Asked): Promise<void>;
  /** Sends a change under way again where it has used up its tries, and waits for it. */
  retry(owned: OwnedAppointment): Promise<void>;
  /** Whether the change under way has used up its tries. */
  isParked(owned: OwnedAppointment): Promise<boolean>;
}

interface Parts {
  store: Store;
  appointments: Appointments;
  outboxes: OutboxesByFlow;
  /** How long an answer waits for its write before the page is told to ask again. */
  waitTimeoutMs: number;
}

const moved = () => new Problem('appointment_moved');

export function createChanges({ store, appointments, outboxes, waitTimeoutMs }: Parts): Changes {
  const writes = new Map(
    Object.entries(outboxes).map(([flow, outbox]) => [
      flow,
      outbox.owner('appointment', async ({ write, outcome }, commit) => {
        const owned = await appointments.find(write.ownerId);
        if (!owned?.change || owned.change.writeId !== write.id) return;
        const { change, status } = settled(owned.change, outcome);
        const body = status !== null && owned.body ? { ...owned.body, status } : undefined;
        await commit(async (trx) => {
          await appointments.update(trx, owned, change, body);
          return null;
        });
      }),
    ]),
  );

  function writesOf({ flow }: OwnedAppointment): AppointmentWrites {
    const found = writes.get(flow);
    if (!found)
      throw new Problem('flow_not_configured', { title: 'This appointment cannot be reached from here.' });
    return found;
  }

  return {
    async retry(owned) {
      if (owned.change?.state !== 'sending') return;
      await writesOf(owned).reopen(owned.change.writeId);
      await writesOf(owned).wait(owned.change.writeId, waitTimeoutMs);
    },

    async ask(owned, asked) {
      if (owned.change?.state === 'sending') throw moved();
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
          await enqueue(trx, { id, ownerId: owned.appointmentId, write: writeOf(owned, asked) });
        })
        .catch((error: unknown) => {
          throw error instanceof Conflict ? moved() : error;
        });
      await wait(id, waitTimeoutMs);
    },

    isParked: async (owned) =>
      owned.change?.state === 'sending' && writesOf(owned).isParked(owned.change.writeId),
  };
}

/** A warning was about the time that the appointment had then, and about no other. */
const isWarned = ({ change, body }: OwnedAppointment, kind: Change['kind']): boolean =>
  change?.state === 'warned' && change.kind === kind && change.scheduledFor === (body?.scheduled_for ?? null);

/** Only what was chosen and agreed to leaves: no empty reason, no empty list, no flag that is false (GAP-70). */
function writeOf(owned: OwnedAppointment, { kind, reason, times, agreed }: Asked) {
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

/** By the code alone, never by the status that it comes with (T09). */
function settled(change: Change, outcome: Outcome): { change: Change; status: string | null } {
  if (outcome.ok) {
    const [status, within24Hours] = answered(change.kind, outcome.data);
    return { change: { ...change, state: 'done', within24Hours }, status };
  }
  const { requestId } = outcome.error;
  const action = actionFor(new UpstreamError(outcome.error));
  const state = action === 'confirm_penalty' ? 'warned' : action === 'choose_times' ? 'slot_gone' : 'refused';
  return { change: { ...change, state, requestId }, status: null };
}

/** One spelling in the status, another in the flag (T34). */
function answered(kind: Change['kind'], data: unknown): [status: string, within24Hours: boolean] {
  if (kind === 'cancel') {
    const answer = cancelResponse.parse(data);
    return [answer.status, answer.cancelled_within_24_hour_window];
  }
  const answer = rescheduleResponse.parse(data);
  return [answer.status, answer.rescheduled_within_24_hour_window];
}
