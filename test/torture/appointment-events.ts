/**
 * Appointments that the service moves while it tells of them: each move is told several times, at moments and in an order
 * that the seed draws. What the server keeps in the end is compared with how the service has them.
 */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppointmentsView } from '../../server/contract/appointments-api.ts';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import { origin, type Partner } from '../bench/partner.ts';
import { Customer } from '../support/customer.ts';
import { Sandbox } from '../support/sandbox.ts';
import { book } from './book.ts';

export interface AppointmentEvent {
  id: string;
  body: string;
}

const howMany = 6;
const copiesAtMost = 4;
/** Moves that end an appointment come seldom, so that most of the flood meets some that still move. */
const endingMoves = 0.01;
const lasting = ['confirmed', 'rescheduled', 'form_available'];
/** For the reads that the last events ask for. */
const settlesWithinMs = 20_000;
const pauseMs = 200;

type Listed = Appointment & { transitions: string[]; times_to_move_to: string[] };

export interface AppointmentEvents {
  /** The service moves one of them; what tells of it waits. */
  move(): Promise<void>;
  /** One that waits, whichever; undefined where none does. */
  next(): AppointmentEvent | undefined;
  /** Of a real appointment, but nothing of it is so. */
  invented(): unknown;
  /** In words, for the table. */
  summary(): string;
  /** What the customers are shown, with the service away, against how the service has it. @returns faults */
  compare(): Promise<string[]>;
}

export async function openAppointments(partner: Partner, random: () => number): Promise<AppointmentEvents> {
  const sandbox = new Sandbox(partner.upstreamUrl);
  const customers = Array.from(
    { length: howMany },
    (_, n) => new Customer(partner.url, origin, `user-told-${n}`),
  );
  for (const customer of customers) {
    const fault = await book(customer);
    if (fault) throw new Error(fault);
  }
  const listed = async (): Promise<Listed[]> => {
    const answer = await fetch(`${partner.upstreamUrl}/sandbox/appointments`);
    return Object(await answer.json()).appointments;
  };
  const ids = (await listed()).map((each) => each.appointment_id);
  const waiting: AppointmentEvent[] = [];
  const pick = <T>(deck: readonly T[]): T | undefined => deck[Math.floor(random() * deck.length)];
  let moves = 0;
  let sequence = 0;

  function emit(moved: Appointment, to: string): void {
    const { appointment_id, order_id, test_type, status, results_status, scheduled_for } = moved;
    const event = {
      id: randomUUID(),
      type: `appointment.${to}`,
      occurred_at: new Date().toISOString(),
      payload_version: '2026-01',
      sequence: sequence++,
      data: { object: { appointment_id, order_id, test_type, status, results_status, scheduled_for } },
    };
    const copies = 1 + Math.floor(random() * copiesAtMost);
    for (let n = 0; n < copies; n += 1) waiting.push({ id: event.id, body: JSON.stringify(event) });
  }

  async function shown(): Promise<AppointmentsView['appointments']> {
    const views = await Promise.all(
      customers.map((customer) => customer.call<AppointmentsView>('GET', '/appointments')),
    );
    return views.flatMap(({ body }) => body.appointments);
  }

  // Appointments without an event keep their first state.
  await shown();

  return {
    async move() {
      const one = pick(await listed());
      const moving =
        random() < endingMoves ? one?.transitions : one?.transitions.filter((to) => lasting.includes(to));
      const to = pick(moving ?? []);
      if (!one || !to) return;
      const time = to === 'rescheduled' ? pick(one.times_to_move_to) : undefined;
      if (to === 'rescheduled' && !time) return;
      // Where another move came first, this one is none.
      const moved = await sandbox
        .transition(one.appointment_id, { to, ...(time ? { scheduled_for: time } : {}) })
        .catch(() => null);
      if (!moved) return;
      moves += 1;
      emit(moved as Appointment, to);
    },
    next() {
      const [event] = waiting.splice(Math.floor(random() * waiting.length), 1);
      return event;
    },
    invented: () => ({ appointment_id: pick(ids), status: 'canceled', scheduled_for: null }),
    summary: () => `${ids.length} appointments moved ${moves} times`,

    async compare() {
      const store = new DatabaseSync(partner.sqliteFile, { readOnly: true });
      const due = store.prepare(`select count(*) as count from webhook_reads where state = 'due'`);
      const endsAt = performance.now() + settlesWithinMs;
      while (due.get()?.count !== 0 && performance.now() < endsAt) await sleep(pauseMs);
      store.close();
      // From here on each view is what the server has kept, which is what the events made it read.
      for (const path of ['/v1/appointments', '/v1/appointments/{id}'])
        await sandbox.fault('GET', path, { kind: 'status', status: 503 }, { times: 1000 });
      return differences(await listed(), await shown());
    },
  };
}

function differences(truth: Listed[], views: AppointmentsView['appointments']): string[] {
  return truth.flatMap((one) => {
    const view = views.find(({ appointment_id }) => appointment_id === one.appointment_id);
    if (!view?.stale) return [`${one.appointment_id} was ${view ? 'read anew' : 'not shown'}`];
    const fields = [
      'status',
      'results_status',
      'scheduled_for',
      'confirmed_at',
      'cancellation_reason_code',
    ] as const;
    const wrong = fields.filter((name) => (view[name] ?? null) !== (one[name] ?? null));
    return wrong.map((name) => `${name} is shown as ${view[name]}, and is ${one[name]}`);
  });
}
