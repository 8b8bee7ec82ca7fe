/** A flood of webhook deliveries, shuffled: each event several times, and forgeries among them; each event is kept once and nothing forged. */
import { createHmac, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'undici';
import { eventHeaders } from '../../server/contract/upstream-webhooks.ts';
import { startPartner } from '../bench/partner.ts';
import type { Verdict } from './verdict.ts';

const secret = 'the secret of this run';
const deliveriesPerRound = 2000;
const atOnce = 32;

export async function deliveries(random: () => number, rounds: number): Promise<Verdict[]> {
  const partner = await startPartner({ WEBHOOK_SECRETS: secret, LOG_LEVEL: 'silent' });
  const pool = new Pool(partner.url, { connections: atOnce });
  const genuine: string[] = [];
  const faults: string[] = [];
  const total = rounds * deliveriesPerRound;
  let [next, forged] = [0, 0];
  const begin = performance.now();

  async function deliver(): Promise<void> {
    const kind = random();
    const isForged = kind < 0.2;
    // An event said before, long ago or just now; else a new one.
    const known = kind < 0.6 ? genuine[Math.floor(random() * genuine.length)] : undefined;
    const id = isForged || known === undefined ? randomUUID() : known;
    if (isForged) forged += 1;
    else if (known === undefined) genuine.push(id);
    const body = JSON.stringify({
      id,
      type: 'torture.happened',
      data: { object: { n: Math.floor(kind * 1e6) } },
    });
    const at = String(Math.floor(Date.now() / 1000) - (isForged && kind < 0.1 ? 900 : 0));
    const key = isForged && kind >= 0.1 ? 'another secret' : secret;
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
    const wanted = isForged ? 401 : 204;
    if (answer.statusCode !== wanted)
      faults.push(`${isForged ? 'a forgery' : 'an event'} got ${answer.statusCode}`);
  }
  const work = async () => {
    while (next < total) {
      next += 1;
      await deliver();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
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
  await partner.stop();
  const lost = genuine.filter((id) => !kept.has(id)).length;
  if (lost > 0) faults.push(`${lost} events lost`);
  if (kept.size !== genuine.length) faults.push(`${kept.size} kept of ${genuine.length} events`);
  const figures = `${total} deliveries, ${genuine.length} events, ${forged} forged; ${(total / seconds).toFixed(0)} a second`;
  return [{ what: 'webhooks with duplicates, reordering and forgeries', rounds, faults, figures }];
}
