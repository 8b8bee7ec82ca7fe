/**
 * Two servers on one PostgreSQL. SIGSTOP stops one within a write until its lease is over, and the other completes the
 * journey. When the first one continues, its fence is old, and the database ignores its changes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/core/free-port.ts';
import { openStore } from '../../server/core/store/store.ts';
import { stuckAfterMs } from '../support/book.ts';
import { choosePlace } from '../support/booking.ts';
import { openFixtures, quick } from '../support/faults/fixtures.ts';
import { ledgerFaults, writes } from '../support/faults/writes.ts';
import { openGate } from '../support/gate.ts';
import type { Verdict } from '../support/rounds.ts';
import { type Found, inRounds, shuffled, soon, spread } from '../support/rounds.ts';
import { startPostgres, type TestPostgres } from '../support/start-postgres.ts';

const atOnce = 3;
const stopTakesMs = 1_000;
const pastTheLeaseMs = 1_500;
/** What the resumed process logs, by the point at which it stopped. Before the commit, its transaction has failed. */
const refusals = {
  before_commit: /^(request|write)\.failed .*StoreUnavailable/,
  after_commit: /^write\.lease_lost/,
  after_send: /^write\.lease_lost/,
  after_answer: /^write\.lease_lost/,
};
type Point = keyof typeof refusals;
const points = Object.keys(refusals) as Point[];
type Pause = readonly [kind: string, point: Point];

/** @param pauses one for each round, repeated. @default all of them, in an order that the seed draws */
export async function paused(
  random: () => number,
  rounds: number,
  pauses: Pause[] = shuffled(
    random,
    writes.flatMap(([kind]) => points.map((point) => [kind, point] as const)),
  ),
): Promise<Verdict[]> {
  const postgres = await startPostgres();
  try {
    const { faults, ms } = await inRounds(random, rounds, atOnce, async (own, round) => {
      const pause = pauses[round % pauses.length] as Pause;
      const { faults, ms } = await bookPast(pause, postgres, own);
      return { faults: faults.map((fault) => `${pause.join(' ')}: ${fault}`), ms };
    });
    const figures = [
      `on beside the stopped one after ${spread(ms.resumed)}`,
      `refused ${spread(ms.refused)} after waking`,
    ];
    return [
      {
        what: 'SIGSTOP of one of two servers on one PostgreSQL, past its lease',
        rounds,
        faults,
        figures: figures.join('; '),
      },
    ];
  } finally {
    await postgres.stop();
  }
}

async function bookPast([kind, point]: Pause, postgres: TestPostgres, random: () => number): Promise<Found> {
  const databaseUrl = await postgres.newDatabase();
  const fixtures = await openFixtures({ ...quick, DATABASE_URL: databaseUrl });
  const [firstPort, secondPort] = [await freePort(0, '127.0.0.1'), await freePort(0, '127.0.0.1')];
  const gate = await openGate(firstPort);
  try {
    const PUBLIC_URL = gate.url;
    const STOPS_AT = `${kind}@${point}`;
    const first = await fixtures.start({ PORT: String(firstPort), PUBLIC_URL, STOPS_AT, TELLS: 'yes' });
    const customer = fixtures.customer(gate.url, random);
    const view = await choosePlace(customer, 'CALST');
    const resumed: number[] = [];
    let stoppedAtMs = Number.NaN;
    const stopped = first.stopped().then(async () => {
      stoppedAtMs = performance.now();
      void customer.goesOnAfterMs().then((afterMs) => resumed.push(afterMs));
      gate.lead(secondPort);
    });
    stopped.catch(() => {});
    // The server that gets the request makes the write; the other one watches for work without a lease.
    await fixtures.start({ PORT: String(secondPort), PUBLIC_URL });
    await customer.walk(view, stuckAfterMs, async (error) => {
      if (!(error instanceof TypeError)) throw error;
      // An idle connection that the server has closed fails too.
      await Promise.race([stopped, sleep(stopTakesMs)]);
    });
    if (Number.isNaN(stoppedAtMs)) return { faults: [...customer.faults, 'nothing was stopped'], ms: {} };
    await sleep(Math.max(0, stoppedAtMs + pastTheLeaseMs - performance.now()));

    const before = await kept(databaseUrl);
    const wokenAtMs = performance.now();
    first.signal('SIGCONT');
    await soon(first.hears(refusals[point]), String(refusals[point]));
    const refused = performance.now() - wokenAtMs;
    const faults = [...customer.faults];
    const after = await kept(databaseUrl);
    if (after !== before) faults.push(`the store was ${before} and is ${after} since it woke`);
    const views = [];
    for (const port of [firstPort, secondPort]) {
      gate.lead(port);
      // The browser may not notice yet that the gate broke a connection.
      views.push(JSON.stringify(await customer.read().catch(() => customer.read())));
    }
    if (views[0] !== views[1]) faults.push(`the two show ${views.join(' and ')}`);
    faults.push(...(await ledgerFaults(fixtures.sandbox)));
    return { faults, ms: { resumed, refused: [refused] } };
  } finally {
    await fixtures.close();
    await gate.end();
  }
}

/** The journey and its writes as the database has them. */
async function kept(databaseUrl: string): Promise<string> {
  const store = await openStore({ databaseUrl, sqliteFile: '' });
  try {
    const journeys = await store.db
      .selectFrom('journeys')
      .select(['id', 'state', 'revision', 'body'])
      .execute();
    const made = await store.db
      .selectFrom('writes')
      .select(['kind', 'state', 'fence', 'attempts', 'outcome'])
      .orderBy('created_at')
      .execute();
    return JSON.stringify([journeys, made]);
  } finally {
    await store.close();
  }
}
