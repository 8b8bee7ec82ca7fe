/**
 * Cancel and reschedule as journalled writes (Appointments 2, 3, 6; APT-34..APT-44, ERR-21, ERR-22, GAP-67).
 *
 * The 24-hour flag is never sent on the first try. The service's own warning is kept, shown to the customer, and only
 * their word sends the change again: another payload, so another write under a key of its own.
 */
import type { Kysely } from 'kysely';
import type { AskedTimes } from '../contract/appointments-api.ts';
import { cancelResponse, rescheduleResponse } from '../contract/upstream-api/appointment-changes.ts';
import { Problem, UpstreamError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { AppointmentRow, Tables } from '../store/tables.ts';
import { actionFor } from '../upstream/actions.ts';
import type { AppointmentWriteKind } from '../upstream/appointment-writes.ts';
import type { WriteJournal } from '../writes/journal.ts';
import { Stale } from '../writes/stale.ts';
import type { LogicalWrite, Outcome } from '../writes/write.ts';
import type { Appointments, OwnedAppointment } from './appointments.ts';
import type { Change } from './change.ts';

/** What either flow's journal does for an appointment. */
export interface AppointmentJournal extends Pick<WriteJournal, 'drive' | 'reopen'> {
  prepare(
    ownerId: string,
    write: LogicalWrite & { kind: AppointmentWriteKind },
  ): ReturnType<WriteJournal['prepare']>;
  onSettled(
    handler: (
      write: { id: string; ownerId: string; kind: string },
      outcome: Outcome,
    ) => Promise<(trx: Kysely<Tables>) => Promise<void>>,
  ): void;
}
export type JournalsByFlow = Partial<Record<AppointmentRow['flow'], AppointmentJournal>>;

export interface Asked {
  kind: Change['kind'];
  /** What the customer wrote, if anything. */
  reason?: string | undefined;
  times?: AskedTimes | undefined;
  /** The customer's word after the warning. */
  agreed: boolean;
}

export interface Changes {
  /** Commits the change and drives it for as long as a customer would wait. */
  ask(owned: OwnedAppointment, asked: Asked): Promise<void>;
  /** Drives what is under way, if anything; `reopen` first where it had used up its tries. */
  drive(owned: OwnedAppointment, reopen?: boolean): Promise<void>;
  parked(owned: OwnedAppointment): Promise<boolean>;
}

interface Parts {
  store: Store;
  appointments: Appointments;
  journals: JournalsByFlow;
  /** How long an answer waits for its write before the page is told to ask again. */
  patienceMs: number;
}

const moved = () => new Problem(409, 'appointment_moved', 'The appointment has changed. Read it again.');

export function createChanges({ store, appointments, journals, patienceMs }: Parts): Changes {
  function journalOf({ flow }: OwnedAppointment): AppointmentJournal {
    const journal = journals[flow];
    if (!journal)
      throw new Problem(503, 'flow_not_configured', 'This appointment cannot be reached from here.');
    return journal;
  }

  for (const journal of Object.values(journals))
    journal.onSettled(async (write, outcome) => {
      const owned = await appointments.find(write.ownerId);
      if (!owned?.change || owned.change.writeId !== write.id) return async () => {};
      const { change, status } = settled(owned.change, outcome);
      const body = status !== null && owned.body ? { ...owned.body, status } : undefined;
      return appointments.update(owned, change, body);
    });

  async function drive(owned: OwnedAppointment, reopen = false): Promise<void> {
    if (owned.change?.state !== 'sending') return;
    const journal = journalOf(owned);
    if (reopen) await journal.reopen(owned.change.writeId);
    await journal.drive(owned.change.writeId, patienceMs);
  }

  return {
    drive,

    async ask(owned, asked) {
      if (owned.change?.state === 'sending') throw moved();
      if (asked.agreed && !isWarned(owned, asked.kind))
        throw new Problem(409, 'not_warned', 'There is nothing to agree to yet.');
      const journal = journalOf(owned);
      const prepared = await journal.prepare(owned.appointmentId, writeOf(owned, asked));
      const change: Change = {
        kind: asked.kind,
        writeId: prepared.id,
        state: 'sending',
        requested: asked.times ?? null,
        scheduledFor: owned.body?.scheduled_for ?? null,
        within24Hours: null,
        requestId: null,
      };
      const update = await appointments.update(owned, change);
      await store
        .transaction(async (trx) => {
          await update(trx);
          await prepared.enlist(trx);
        })
        .catch((error: unknown) => {
          throw error instanceof Stale ? moved() : error;
        });
      await journal.drive(prepared.id, patienceMs);
    },

    async parked({ change }) {
      if (change?.state !== 'sending') return false;
      const row = await store.db
        .selectFrom('writes')
        .select('state')
        .where('id', '=', change.writeId)
        .executeTakeFirst();
      return row?.state === 'parked';
    },
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
