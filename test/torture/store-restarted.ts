/**
 * PostgreSQL stops at once within writes of a booking and starts again on the same port. The customer sees a true view
 * or a request to try again, and acknowledged answers stay.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/core/free-port.ts';
import { keptMs } from '../../server/core/store/write-probe.ts';
import { stuckAfterMs } from '../support/book.ts';
import { choosePlace } from '../support/booking.ts';
import { openFixtures, quick } from '../support/faults/fixtures.ts';
import type { ServerProcess } from '../support/faults/server-process.ts';
import type { WatchedCustomer } from '../support/faults/watched-customer.ts';
import { ledgerFaults, points, writes } from '../support/faults/writes.ts';
import type { Verdict } from '../support/rounds.ts';
import { type Found, inRounds, shuffled, soon, spread } from '../support/rounds.ts';
import { startPostgres, type TestPostgres } from '../support/start-postgres.ts';

/** Each round has its own PostgreSQL. */
const atOnce = 2;
const restartsPerRound = 3;
const [shortestMs, longestMs] = [100, keptMs + 2_500];
/** By this time the server has connected again. */
const readyWithinMs = 10_000;
/** A server that has answered nothing for so long may have stopped within its next write. */
const stopCheckMs = 1_000;

export async function storeRestarted(random: () => number, rounds: number): Promise<Verdict[]> {
  const free = await Promise.all(Array.from({ length: Math.min(atOnce, rounds) }, () => startPostgres()));
  const all = [...free];
  try {
    const { faults, ms } = await inRounds(random, rounds, free.length, async (own) => {
      const postgres = free.pop();
      if (!postgres) throw new Error('no PostgreSQL is free');
      return bookThroughRestarts(postgres, own).finally(() => free.push(postgres));
    });
    const figures = [
      `${ms.away?.length ?? 0} restarts, away for ${spread(ms.away)}`,
      `${ms.sentAway?.reduce((sum, each) => sum + each, 0)} answers 503`,
      `ready after ${spread(ms.ready)}`,
      `on for the customer after ${spread(ms.resumed)}`,
    ];
    return [{ what: 'PostgreSQL restarted in mid-journey', rounds, faults, figures: figures.join('; ') }];
  } finally {
    await Promise.all(all.map((postgres) => postgres.stop()));
  }
}

async function bookThroughRestarts(postgres: TestPostgres, random: () => number): Promise<Found> {
  const fixtures = await openFixtures({ ...quick, DATABASE_URL: await postgres.newDatabase() });
  try {
    const chosen = new Set(shuffled(random, writes).slice(0, restartsPerRound));
    const stops = [...chosen].map(([kind]) => `${kind}@${points[Math.floor(random() * points.length)]}`);
    const port = await freePort(0, '127.0.0.1');
    const url = `http://127.0.0.1:${port}`;
    const server = await fixtures.start({ PORT: String(port), PUBLIC_URL: url, STOPS_AT: stops.join() });
    const customer = fixtures.customer(url, random);
    const found: Found = { faults: [], ms: { away: [], ready: [] } };
    const restarts = (async () => {
      const goingOn = [];
      for (const _ of stops) goingOn.push(await restart(postgres, server, url, random, customer, found));
      // Not before the next write, which may stop the database again.
      found.ms.resumed = await Promise.all(goingOn.map((going) => going()));
    })();
    // The error is reported below; a booking that fails first ends the server.
    restarts.catch(() => {});
    await customer.walk(await choosePlace(customer, 'CALST'), stuckAfterMs);
    await soon(restarts, 'a restart');
    found.faults.push(...customer.faults, ...(await ledgerFaults(fixtures.sandbox)));
    found.ms.sentAway = [customer.sentAway];
    return { ...found, faults: found.faults.map((fault) => `${stops.join(', ')}: ${fault}`) };
  } finally {
    await fixtures.close();
  }
}

/**
 * Restarts the database once, as soon as the server has stopped within a write, which continues meanwhile.
 * @returns measures how long after the restart the customer continued
 */
async function restart(
  postgres: TestPostgres,
  server: ServerProcess,
  url: string,
  random: () => number,
  customer: WatchedCustomer,
  { faults, ms }: Found,
): Promise<() => Promise<number>> {
  const awayMs = shortestMs + random() * (longestMs - shortestMs);
  let [resumed, calledAtMs] = [Promise.resolve(0), 0];
  await server.stopped();
  await postgres.crash();
  try {
    server.signal('SIGCONT');
    const crashedAtMs = performance.now();
    while (performance.now() < crashedAtMs + awayMs) {
      await sleep(100);
      // The server uses the result of its last write for some seconds.
      const isKept = performance.now() < crashedAtMs + keptMs;
      const status = await readiness(url);
      // It may send a write that it has committed before, and stop within that one.
      if (await server.isStopped()) break;
      if (status !== 503 && !isKept) faults.push(`/health/ready answers ${status} without a store`);
    }
  } finally {
    resumed = customer.goesOnAfterMs();
    calledAtMs = performance.now();
    await postgres.startAgain();
  }
  const backAtMs = performance.now();
  // A server that has stopped within its next write has reached the store, and answers nothing.
  const isReady = async () => (await readiness(url)) === 200 || (await server.isStopped());
  while (!(await isReady()) && performance.now() < backAtMs + readyWithinMs) await sleep(20);
  const readyMs = performance.now() - backAtMs;
  if (readyMs >= readyWithinMs) faults.push(`not ready ${readyWithinMs} ms after the store was back`);
  ms.away?.push(awayMs);
  ms.ready?.push(readyMs);
  return async () => (await resumed) - (backAtMs - calledAtMs);
}

/** The status of the readiness; null without a response in time. */
async function readiness(url: string): Promise<number | null> {
  const asked = fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(stopCheckMs) });
  return (await asked.catch(() => null))?.status ?? null;
}
