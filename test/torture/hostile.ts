/**
 * A flood of hostile requests at every route, connections that send nothing, and live streams that open and break,
 * while genuine customers book. The customers complete their bookings, no response has a 5xx status, and no resource
 * stays in use.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from '../bench/caller.ts';
import { book } from './book.ts';
import { atOnce } from './concurrency.ts';
import { type Held, hold, waysToHold } from './hold-open.ts';
import { type Field, hostileRequest } from './hostile-request.ts';
import { leftBehind, settledState } from './leaks.ts';
import { type MainProcess, openPlace, type Place } from './main-process.ts';
import { openAndDrop } from './open-streams.ts';
import { rawCall } from './raw-call.ts';
import type { Verdict } from './verdict.ts';

const requestsPerRound = 200;
const streamsPerRound = 20;
const lanes = 32;
/** The caller ends a request without a response after this time: the server still waits for the rest of it. */
const waitTimeoutMs = 600;
const webhookSecret = 'the secret of this run';
const heldOfEachWay = 3;
/** Their proofs are valid for some minutes. */
const signInEveryMs = 60_000;
/** The longest time that the server waits for a small body, with a margin for the machine. */
const givenUpWithinMs = 26_000;
/** One of the two flows may be closed; every other 5xx is a fault of the server. */
const expected = new Set(['flow_not_configured']);

export async function hostile(random: () => number, rounds: number): Promise<Verdict[]> {
  const place = await openPlace({ WEBHOOK_SECRETS: webhookSecret });
  let signingIn: NodeJS.Timeout | undefined;
  try {
    const server = await place.start();
    const field = await prepare(place, server);
    signingIn = setInterval(() => {
      for (const caller of [...field.customers, field.staff]) caller.signIn().catch(() => {});
    }, signInEveryMs);
    const few = field.customers;
    const warmUp = Math.ceil(rounds / 5);
    await flood(random, place, field, warmUp * requestsPerRound);
    await streams(random, place, few, warmUp * streamsPerRound);
    const before = await settledState(place, server);

    const held = holdAll(place, field);
    const begin = performance.now();
    let under = true;
    const booked: (string | null)[] = [];
    const bookings = (async () => {
      while (under) booked.push(await book(place.customer(`during-${booked.length}`)));
    })();
    const found = await flood(random, place, field, rounds * requestsPerRound);
    const streamed = await streams(random, place, few, rounds * streamsPerRound);
    under = false;
    await bookings;
    booked.push(await book(place.customer('after')));
    const seconds = (performance.now() - begin) / 1000;
    while (
      held.some(({ endedAfterMs }) => endedAfterMs === null) &&
      performance.now() - begin < givenUpWithinMs
    )
      await sleep(100);
    for (const each of held) each.drop();
    const after = await settledState(place, server, before);

    return [
      {
        what: `hostile requests at ${field.routes.length} routes, while genuine customers book`,
        rounds,
        faults: [
          ...found.faults,
          ...booked.filter((fault) => fault !== null),
          ...(server.isDead() ? [`the server died: ${server.output()}`] : []),
        ],
        figures: `${rounds * requestsPerRound} requests in ${seconds.toFixed(0)} s: ${found.summary}; ${booked.length} booked to the end`,
      },
      slowVerdict(held, rounds),
      {
        what: 'live streams opened and dropped, of 4 customers and of one customer each',
        rounds,
        faults: streamed.faults,
        figures: `${rounds * streamsPerRound} streams: ${streamed.summary}`,
      },
      leftBehind(before, after, rounds, rounds * (requestsPerRound + streamsPerRound)),
    ];
  } finally {
    clearInterval(signingIn);
    await place.close();
  }
}

/** The callers, the existing ids, and every route that the server reports. */
async function prepare(place: Place, server: MainProcess): Promise<Field> {
  const ids: string[] = [];
  for (const name of ['known-0', 'known-1']) {
    const customer = place.customer(name);
    const fault = await book(customer);
    if (fault) throw new Error(fault);
    const { body } = await customer.call<{ appointments: { appointment_id: string }[] }>(
      'GET',
      '/appointments',
    );
    ids.push(`${customer.view?.journey_id}`, ...body.appointments.map((each) => each.appointment_id));
  }
  const customers = await Promise.all([0, 1, 2, 3].map((n) => new Caller(place.url, `known-${n}`).signIn()));
  const { journey_id } = await Object(customers[2]).call('POST', '/journeys', {});
  const { routes } = await server.state();
  return {
    routes: [
      ...routes,
      { method: 'GET', path: '/widget/loader.js' },
      { method: 'GET', path: '/nowhere/:id' },
    ],
    host: new URL(place.url).host,
    webhookSecret,
    customers,
    staff: await new Caller(place.url, 'staff-0').signIn(),
    ids: [...ids, journey_id],
  };
}

const tally = (names: (string | number)[]) => {
  const counts = new Map<string | number, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
};

async function flood(random: () => number, place: Place, field: Field, count: number) {
  const statuses: (string | number)[] = [];
  const faults: string[] = [];
  const refused: string[] = [];
  await atOnce(lanes, count, async () => {
    const bytes = hostileRequest(random, field);
    const reply = await rawCall(place.url, bytes, waitTimeoutMs);
    statuses.push(...reply.statuses);
    if (reply.statuses.length === 0) statuses.push(reply.ended ? 'cut' : 'given up by the caller');
    if (!reply.statuses.some((status) => status >= 500)) return;
    refused.push(...reply.codes);
    if (!reply.codes.every((code) => expected.has(code)))
      faults.push(
        `${reply.statuses.join()} ${reply.codes.join()} to ${JSON.stringify(bytes.toString('latin1').slice(0, 400))}`,
      );
  });
  const summary = tally(statuses) + (refused.length > 0 ? ` (5xx: ${tally(refused)})` : '');
  return { faults, summary };
}

/** Opens streams: half of them for a few customers, the others for a new customer each. */
async function streams(random: () => number, place: Place, few: Caller[], count: number) {
  const begun: number[] = [];
  await atOnce(lanes, count, async (n) => {
    const own = n % 2 === 0 ? few[n % few.length] : undefined;
    const caller = own ?? (await new Caller(place.url, `stream-${n}`).signIn());
    begun.push(await openAndDrop(place.url, caller, random));
  });
  const faults = begun
    .filter((status) => status !== 0 && status !== 200)
    .map((status) => `a stream began with ${status}`);
  return {
    faults,
    summary: tally(begun.map((status) => (status === 0 ? 'dropped before an answer' : status))),
  };
}

function holdAll(place: Place, { customers }: Field): Held[] {
  const credentials = () =>
    Object.entries(customers[0]?.headers('POST', '/journeys') ?? {})
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  // A proof is valid once, so each connection has its own.
  const all = Array.from({ length: heldOfEachWay }, () => Object.entries(waysToHold(credentials)));
  return all.flat().map(([what, way]) => hold(place.url, what, way));
}

function slowVerdict(held: Held[], rounds: number): Verdict {
  const latest = new Map<string, number>();
  for (const { what, endedAfterMs } of held)
    latest.set(what, Math.max(latest.get(what) ?? 0, endedAfterMs ?? Number.POSITIVE_INFINITY));
  return {
    what: 'slow heads and bodies, half-open and silent connections',
    rounds,
    faults: [...latest].filter(([, ms]) => ms > givenUpWithinMs).map(([what]) => `${what}: still held`),
    figures: [...latest].map(([what, ms]) => `${what} ${(ms / 1000).toFixed(1)} s`).join(', '),
  };
}
