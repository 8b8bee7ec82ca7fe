/**
 * The service is unreachable for half a minute within each write in turn. The customer sees a true view that waits, or
 * a request to try again. When the service is back, the journey continues by itself.
 */
import { freePort } from '../../server/core/free-port.ts';
import { choosePlace } from '../support/booking.ts';
import { openFixtures } from '../support/faults/fixtures.ts';
import { ledgerFaults, writes } from '../support/faults/writes.ts';
import { closings, openGate } from '../support/gate.ts';
import type { Verdict } from '../support/rounds.ts';
import { type Found, inRounds, shuffled, soon, spread } from '../support/rounds.ts';

const atOnce = 4;
const points = ['after_commit', 'after_send', 'after_answer'] as const;

export interface Outage {
  lastsMs: number;
  /** The server's time for one attempt, and its longest pause between two. */
  timeoutMs: number;
  capMs: number;
}

/** The server's defaults. */
const asDelivered: Outage = { lastsMs: 30_000, timeoutMs: 20_000, capMs: 30_000 };
/** A busy machine is slower than its clock. */
const slackMs = 5_000;

/** At most one outage for each write, for any number of rounds, because each takes long. */
export async function upstreamAway(
  random: () => number,
  rounds: number,
  outage: Outage = asDelivered,
): Promise<Verdict[]> {
  const inTurn = shuffled(
    random,
    writes.map((_, place) => place),
  );
  const outages = Math.min(rounds, writes.length);
  const { faults, ms } = await inRounds(random, outages, atOnce, (own, round) =>
    bookThroughOutage(inTurn[round] ?? 0, outage, own),
  );
  const by = closings.filter((how) => ms[how]).map((how) => `${how} ${ms[how]?.length} times`);
  const figures = [
    `${by.join(', ')}; ${ms.sentAway?.reduce((sum, each) => sum + each, 0)} answers 503`,
    `gone on by itself ${spread(ms.resumed)} after its return`,
  ];
  const what = `the service away for ${outage.lastsMs / 1000} s, within each write in turn`;
  return [{ what, rounds: outages, faults, figures: figures.join('; ') }];
}

async function bookThroughOutage(place: number, outage: Outage, random: () => number): Promise<Found> {
  const { lastsMs, timeoutMs, capMs } = outage;
  const [kind] = writes[place] ?? [];
  const at = `${kind}@${points[Math.floor(random() * points.length)]}`;
  const how = closings[Math.floor(random() * closings.length)] ?? 'hangs';
  const fixtures = await openFixtures({
    TUNING: JSON.stringify({ upstreamTimeoutMs: timeoutMs, writes: { retryCapMs: capMs } }),
  });
  const gate = await openGate(Number(new URL(fixtures.sandbox.url).port));
  try {
    const port = await freePort(0, '127.0.0.1');
    const url = `http://127.0.0.1:${port}`;
    const env = { PORT: String(port), PUBLIC_URL: url, UPSTREAM_URL: gate.url, STOPS_AT: at };
    const server = await fixtures.start(env);
    const customer = fixtures.customer(url, random);
    const away = (async () => {
      await server.stopped();
      await gate.close(how);
      customer.held = place;
      server.signal('SIGCONT');
      await customer.watchUntil(performance.now() + lastsMs);
      customer.held = null;
      const goesOn = customer.goesOnAfterMs();
      await gate.open();
      // If the last response was received before, the customer has finished and reads no more.
      await customer.watchUntil(performance.now() + 1);
      return goesOn;
    })();
    // The error is reported below; a booking that fails first ends the server.
    away.catch(() => {});
    const longestMs = capMs + timeoutMs + slackMs;
    await customer.walk(await choosePlace(customer, 'CALST'), lastsMs + longestMs + 60_000);
    const resumed = await soon(away, 'the return', lastsMs + longestMs);
    const faults = [...customer.faults, ...(await ledgerFaults(fixtures.sandbox))];
    if (resumed > longestMs) faults.push(`gone on after ${resumed.toFixed(0)} ms`);
    const ms = { resumed: [resumed], [how]: [lastsMs], sentAway: [customer.sentAway] };
    return { faults: faults.map((fault) => `${at} ${how}: ${fault}`), ms };
  } finally {
    await fixtures.close();
    await gate.end();
  }
}
