/**
 * A flood of hostile requests at every route, connections that send nothing, and live streams that open and break,
 * while genuine customers book. The customers complete their bookings, no response has a 5xx status, and no resource
 * stays in use.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverTimeouts } from '../../server/api/http/server-timeouts.ts';
import { Caller } from '../bench/caller.ts';
import { wireText } from '../bench/load.ts';
import { book } from '../support/book.ts';
import { type MainProcess, openPlace, type Place } from '../support/faults/main-process.ts';
import type { State } from '../support/faults/report-state.ts';
import type { Verdict } from '../support/rounds.ts';
import { atOnce } from '../support/rounds.ts';
import { type Field, hostileRequest } from './hostile-request.ts';

interface Held {
  what: string;
  /** Milliseconds until the server ended it; null while it is open. */
  endedAfterMs: number | null;
  drop(): void;
}

const everyMs = 500;

const head = (path: string, type: string, credentials: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n${credentials}\r\n`;

/** What is sent at once, what follows byte by byte, and whether the writing half is closed then. */
type Way = { at: string; drip: string; halfClosed?: boolean };

/** @param credentials the lines of a customer's next POST /journeys */
function waysToHold(credentials: () => string): Record<string, Way> {
  const form = 'application/x-www-form-urlencoded';
  return {
    silence: { at: '', drip: '' },
    'a head byte by byte': { at: 'GET / HTTP/1.1\r\nX: ', drip: 'a' },
    'a form that never ends': { at: head('/token', form, ''), drip: 'a' },
    'a delivery that never ends': {
      at: head('/webhooks', 'application/json', `X-Service-Timestamp: ${Math.floor(Date.now() / 1000)}\r\n`),
      drip: ' ',
    },
    'a body that never ends': { at: head('/journeys', 'application/json', credentials()), drip: ' ' },
    'a body of nobody': { at: head('/journeys', 'application/json', ''), drip: ' ' },
    'a chunk that never ends': {
      at: head('/journeys', 'application/json', credentials()).replace(
        /Content-Length: \d+/,
        'Transfer-Encoding: chunked',
      ),
      drip: '',
    },
    'half a head, half open': { at: 'GET /jwks.json HTTP/1.1\r\nHost', drip: '', halfClosed: true },
    'half a body, half open': { at: `${head('/token', form, '')}a=b`, drip: '', halfClosed: true },
    'a connection that asks no more': {
      at: 'GET /jwks.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3),
      drip: '',
    },
  };
}

function hold(url: string, what: string, { at, drip, halfClosed }: Way): Held {
  const { hostname, port } = new URL(url);
  const begin = performance.now();
  const socket: Socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
    socket.write(at, 'latin1');
    if (halfClosed) socket.end();
  });
  const dripping = setInterval(() => {
    if (drip !== '' && socket.writable) socket.write(drip);
  }, everyMs);
  const held: Held = { what, endedAfterMs: null, drop: () => socket.destroy() };
  const over = () => {
    held.endedAfterMs ??= performance.now() - begin;
    clearInterval(dripping);
    socket.destroy();
  };
  socket.resume().on('end', over).on('close', over);
  socket.on('error', () => {});
  return held;
}

const ways = ['after the greeting', 'before it', 'by a reset', 'half closed'] as const;

/** @returns the status of the response; 0 if the caller did not wait for it */
function openAndDrop(url: string, caller: Caller, random: () => number): Promise<number> {
  const { hostname, port } = new URL(url);
  const way = ways[Math.floor(random() * ways.length)];
  const request = wireText('GET /live', caller.headers('GET', '/live'));
  return new Promise((resolve) => {
    let status = 0;
    const socket = connect(Number(port), hostname, () => {
      socket.write(request, 'latin1');
      if (way === 'before it') setTimeout(() => socket.destroy(), random() * 5);
    });
    socket.setEncoding('latin1').on('data', (text: string) => {
      if (status > 0) return;
      status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      if (way === 'half closed') socket.end();
      else if (way === 'by a reset') socket.resetAndDestroy();
      else setTimeout(() => socket.destroy(), random() * 200);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(status));
  });
}

/** The server remembers used proofs for minutes, and keeps each customer's position in the stream. */
const keptBytesEach = 1024;
/** What the engine compiles and caches during the run. */
const noiseBytes = 4 * 1024 * 1024;
const settlesWithinMs = 15_000;
const pauseMs = 500;
const mib = 1024 * 1024;

interface Settled extends State {
  /** The number of live streams, as the server's metrics report it. */
  streams: number;
}

const connectionsOf = ({ resources }: State) => resources.TCPSocketWrap ?? 0;

/** Waits for connections that end by themselves, including those to the service. */
async function settledState(place: Place, server: MainProcess, before?: Settled): Promise<Settled> {
  const endsAt = performance.now() + settlesWithinMs;
  let last = await look(place, server);
  for (;;) {
    await sleep(pauseMs);
    const now = await look(place, server);
    const isCalm = before
      ? connectionsOf(now) <= connectionsOf(before) && now.openFiles <= before.openFiles
      : connectionsOf(now) === connectionsOf(last) && connectionsOf(now) <= 1;
    if (isCalm || performance.now() > endsAt) return now;
    last = now;
  }
}

async function look(place: Place, server: MainProcess): Promise<Settled> {
  const state = await server.state();
  return { ...state, streams: await place.liveStreams() };
}

function leftBehind(before: Settled, after: Settled, rounds: number, times: number): Verdict {
  const kept = after.heapBytes - before.heapBytes;
  const rows: [string, number, number][] = [
    ...[...new Set([...Object.keys(before.resources), ...Object.keys(after.resources)])].map(
      (kind): [string, number, number] => [kind, before.resources[kind] ?? 0, after.resources[kind] ?? 0],
    ),
    ['open files', before.openFiles, after.openFiles],
    ['listeners', before.listeners, after.listeners],
    ['live streams', before.streams, after.streams],
  ];
  const more = rows.filter(([, had, has]) => has > had);
  return {
    what: 'resources in use afterwards',
    rounds,
    faults: [
      ...more.map(([what, had, has]) => `${what}: ${had} before, ${has} after`),
      ...(kept > noiseBytes + keptBytesEach * times ? [`${kept} bytes of heap stay`] : []),
      ...after.warnings,
    ],
    figures: `${rows.map(([what, had, has]) => `${what} ${had} to ${has}`).join(', ')}; heap ${(before.heapBytes / mib).toFixed(1)} to ${(after.heapBytes / mib).toFixed(1)} MiB, ${(kept / times).toFixed(0)} bytes each; rss ${(before.rssBytes / mib).toFixed(0)} to ${(after.rssBytes / mib).toFixed(0)} MiB`,
  };
}

interface RawReply {
  /** The status of each response on the connection. */
  statuses: number[];
  /** The code of each problem. */
  codes: string[];
  /** Whether the server ended the connection. */
  ended: boolean;
}

const statusLines = /HTTP\/1\.1 (\d{3}) /g;
const problemCodes = /"code":"([a-z_]+)"/g;

function rawCall(url: string, bytes: Buffer, waitTimeoutMs: number): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    let ended = true;
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const giveUp = setTimeout(() => {
      ended = false;
      socket.destroy();
    }, waitTimeoutMs);
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    // A reset is a valid response.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(giveUp);
      resolve({
        statuses: [...received.matchAll(statusLines)].map(([, status]) => Number(status)),
        codes: [...received.matchAll(problemCodes)].map(([, code]) => `${code}`),
        ended,
      });
    });
  });
}

const requestsPerRound = 200;
const streamsPerRound = 20;
const lanes = 32;
/** The caller ends a request without a response after this time: the server still waits for the rest of it. */
const waitTimeoutMs = 600;
const webhookSecret = 'the secret of this run';
const heldOfEachWay = 3;
/** Their proofs are valid for some minutes. */
const signInEveryMs = 60_000;
/** The longest time that the server keeps a connection without a request, with a margin for the machine. */
const givenUpWithinMs = serverTimeouts.keepAliveTimeout + serverTimeouts.connectionsCheckingInterval + 10_000;
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
  const { journey_id } = await Object(customers[2]).begin();
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
