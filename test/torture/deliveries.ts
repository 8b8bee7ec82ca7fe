/**
 * A shuffled flood of webhook deliveries: each event several times, with forgeries among them. The server stores each
 * event once and no forgery, and its appointments finally equal those of the service.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import type { AppointmentsView } from '../../server/contract/appointments-api.ts';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import { eventHeaders } from '../../server/contract/upstream-webhooks.ts';
import { buildServer, origin, type Partner, startPartner } from '../bench/partner.ts';
import { book } from '../support/book.ts';
import { Customer } from '../support/customer.ts';
import type { Verdict } from '../support/rounds.ts';
import { atOnce } from '../support/rounds.ts';
import { Sandbox } from '../support/sandbox.ts';

interface AppointmentEvent {
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

interface AppointmentEvents {
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

async function openAppointments(partner: Partner, random: () => number): Promise<AppointmentEvents> {
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
    const { upstream_status: status, upstream_results_status: results_status } = view;
    const seen = { ...view, status, results_status };
    const fields = [
      'status',
      'results_status',
      'scheduled_for',
      'confirmed_at',
      'cancellation_reason_code',
    ] as const;
    const wrong = fields.filter((name) => (seen[name] ?? null) !== (one[name] ?? null));
    return wrong.map((name) => `${name} is shown as ${seen[name]}, and is ${one[name]}`);
  });
}

const secret = 'the secret of this run';
const tunedServer = fileURLToPath(new URL('../support/tuned-server.ts', import.meta.url));
const deliveriesPerRound = 2000;
const lanes = 32;
/** The share of deliveries about appointments, and the share before which the service changes one. */
const [ofAppointments, moving] = [0.015, 0.004];

type Forged = 'its age' | 'its key' | null;

export async function deliveries(random: () => number, rounds: number): Promise<Verdict[]> {
  buildServer();
  const partner = await startPartner(
    {
      WEBHOOK_SECRETS: secret,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_USER: '0',
      RATE_LIMIT_PER_ADDRESS: '0',
      // Stored appointments change only because of events, and not because of a read of the list.
      TUNING: JSON.stringify({ reconcileMs: 86_400_000 }),
    },
    undefined,
    tunedServer,
  );
  const appointments = await openAppointments(partner, random);
  const pool = new Pool(partner.url, { connections: lanes });
  const output: string[] = [];
  const genuine = new Set<string>();
  const faults: string[] = [];
  let total = 0;
  let forged = 0;

  async function send({ id, body }: AppointmentEvent, forgedBy: Forged): Promise<void> {
    total += 1;
    if (forgedBy) forged += 1;
    else genuine.add(id);
    const at = String(Math.floor(Date.now() / 1000) - (forgedBy === 'its age' ? 900 : 0));
    const key = forgedBy === 'its key' ? 'another secret' : secret;
    const answer = await pool.request({
      method: 'POST',
      path: '/webhooks',
      headers: {
        'content-type': 'application/json',
        [eventHeaders.timestamp]: at,
        [eventHeaders.signature]: createHmac('sha256', key).update(`${at}.${body}`).digest('hex'),
      },
      body,
    });
    await answer.body.dump();
    if (answer.statusCode !== (forgedBy ? 401 : 204))
      faults.push(`${forgedBy ? 'a forgery' : 'an event'} got ${answer.statusCode}`);
  }

  async function deliver(): Promise<void> {
    if (random() < moving) await appointments.move();
    const event = random() < ofAppointments ? appointments.next() : undefined;
    if (event) return send(event, null);
    const kind = random();
    const forgedBy = kind < 0.1 ? 'its age' : kind < 0.2 ? 'its key' : null;
    // An earlier event, old or recent; otherwise a new one.
    const known = forgedBy === null && kind < 0.6 ? output[Math.floor(random() * output.length)] : undefined;
    const id = known ?? randomUUID();
    const object = forgedBy ? appointments.invented() : { n: Math.floor(kind * 1e6) };
    if (!forgedBy && !known) output.push(id);
    await send({ id, body: JSON.stringify({ id, type: 'torture.happened', data: { object } }) }, forgedBy);
  }

  try {
    const begin = performance.now();
    await atOnce(lanes, rounds * deliveriesPerRound, deliver);
    for (let late = appointments.next(); late; late = appointments.next()) await send(late, null);
    const seconds = (performance.now() - begin) / 1000;
    await pool.close();
    const store = new DatabaseSync(partner.sqliteFile, { readOnly: true });
    const kept = new Set(
      store
        .prepare('select id from webhook_events')
        .all()
        .map((row) => String(row.id)),
    );
    store.close();
    const lost = [...genuine].filter((id) => !kept.has(id)).length;
    if (lost > 0) faults.push(`${lost} events lost`);
    if (kept.size !== genuine.size) faults.push(`${kept.size} kept of ${genuine.size} events`);
    faults.push(...(await appointments.compare()));
    return [
      {
        what: 'webhooks with duplicates, reordering and forgeries',
        rounds,
        faults,
        figures: `${total} deliveries, ${genuine.size} events, ${forged} forged; ${(total / seconds).toFixed(0)} a second; ${appointments.summary()}`,
      },
    ];
  } finally {
    await partner.stop();
  }
}
