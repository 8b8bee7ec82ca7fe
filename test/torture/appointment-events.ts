/**
 * The service changes appointments and sends events about them: each event several times, at moments and in an order
 * that the seed draws. At the end, the part compares what the server has stored with the service's state.
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
/** Transitions that end an appointment are rare, so that most events meet appointments that still change. */
const endingMoves = 0.01;
const lasting = ['confirmed', 'rescheduled', 'form_available'];
/** The time for the reads that the last events cause. */
const settlesWithinMs = 20_000;
const pauseMs = 200;

type Listed = Appointment & { transitions: string[]; times_to_move_to: string[] };

export interface AppointmentEvents {
  /** Changes one appointment at the service; its events wait in the queue. */
  move(): Promise<void>;
  /** Takes any waiting event; undefined if none waits. */
  next(): AppointmentEvent | undefined;
  /** Creates an event about a real appointment with false content. */
  invented(): unknown;
  /** A summary for the table. */
  summary(): string;
  /** Compares what customers see, with the service unreachable, with the service's state. @returns faults */
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
      // The transition is refused if another one was first.
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
      // From here on, each view is what the server has stored because of the events.
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
