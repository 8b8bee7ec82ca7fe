/**
 * SIGKILL of the server within each logical write of a booking. The service receives each write once, under one key and
 * with the same bytes, and the customer completes the journey.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../server/core/free-port.ts';
import { stuckAfterMs } from '../book.ts';
import { choosePlace } from '../booking.ts';
import type { Verdict } from '../rounds.ts';
import { type Found, inRounds, spread } from '../rounds.ts';
import { openFixtures } from './fixtures.ts';
import { ledgerFaults, type Point, points, writes } from './writes.ts';

const atOnce = 6;
const deathTakesMs = 1_000;
/** How long a machine may take before it starts the next process. */
const longestAbsenceMs = 400;

/** Yields a verdict for each point when it is reached. @param settings of the servers. @default the server's own */
export async function* killed(
  random: () => number,
  rounds: number,
  at: readonly Point[] = points,
  settings: Record<string, string> = {},
): AsyncGenerator<Verdict> {
  for (const point of at) {
    const { faults, ms } = await inRounds(random, rounds, atOnce, (own) =>
      bookThroughDeaths(point, own, settings),
    );
    yield {
      what: `SIGKILL ${point.replace('_', ' ')}, each of ${writes.length} writes`,
      rounds,
      faults,
      figures: `${ms.resumed?.length ?? 0} kills; the customer continued after ${spread(ms.resumed)}`,
    };
  }
}

/** Runs one booking in which each write kills its process; the next process starts soon. */
async function bookThroughDeaths(
  point: Point,
  random: () => number,
  settings: Record<string, string>,
): Promise<Found> {
  const fixtures = await openFixtures(settings);
  try {
    const port = await freePort(0, '127.0.0.1');
    const url = `http://127.0.0.1:${port}`;
    const untried: string[] = writes.map(([kind]) => kind);
    const start = () =>
      fixtures.start({ PORT: String(port), PUBLIC_URL: url, DIES_AT: point, DIES_ON: untried[0] ?? '' });
    const resumed: number[] = [];
    let server = await start();
    const customer = fixtures.customer(url, random);
    const view = await choosePlace(customer, 'CALST');
    await customer.walk(view, stuckAfterMs, async (error) => {
      if (!server.isDead() && !(error instanceof TypeError)) throw error;
      await Promise.race([server.ended, sleep(deathTakesMs)]);
      // An idle connection that the server has closed fails too.
      if (!server.isDead()) return;
      void customer.goesOnAfterMs().then((afterMs) => resumed.push(afterMs));
      untried.shift();
      await sleep(random() * longestAbsenceMs);
      server = await start();
      // A new process may send the next write, and die, before it has sent a response.
      await customer.signIn().catch((failure: unknown) => {
        if (!(failure instanceof TypeError)) throw failure;
      });
    });
    const faults = [...customer.faults, ...(await ledgerFaults(fixtures.sandbox))];
    if (untried.length > 0) faults.push(`no process died of ${untried.join(', ')}`);
    return { faults, ms: { resumed } };
  } finally {
    await fixtures.close();
  }
}
