/**
 * A shuffled flood of webhook deliveries: each event several times, with forgeries among them. The server stores each
 * event once and no forgery, and its appointments finally equal those of the service.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'undici';
import { eventHeaders } from '../../server/contract/upstream-webhooks.ts';
import { buildServer, startPartner } from '../bench/partner.ts';
import { type AppointmentEvent, openAppointments } from './appointment-events.ts';
import { atOnce } from './concurrency.ts';
import type { Verdict } from './verdict.ts';

const secret = 'the secret of this run';
const deliveriesPerRound = 2000;
const lanes = 32;
/** The share of deliveries about appointments, and the share before which the service changes one. */
const [ofAppointments, moving] = [0.015, 0.004];

type Forged = 'its age' | 'its key' | null;

export async function deliveries(random: () => number, rounds: number): Promise<Verdict[]> {
  buildServer();
  const partner = await startPartner({
    WEBHOOK_SECRETS: secret,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_USER: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    // Stored appointments change only because of events, and not because of a read of the list.
    RECONCILE_SECONDS: '86400',
  });
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
