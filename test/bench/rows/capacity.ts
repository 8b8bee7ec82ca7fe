/**
 * A day of bookings on PostgreSQL, compressed to half a minute, compared with the model of server/capacity.md: processor time
 * and disk grow with the number of bookings, whatever their rate and the number of processes.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { book } from '../../support/book.ts';
import { Customer } from '../../support/customer.ts';
import { developmentKeys } from '../../support/keys.ts';
import { startPostgres } from '../../support/start-postgres.ts';
import { bookInTurns } from '../book-in-turns.ts';
import { origin, type Partner, startPartner } from '../partner.ts';
import { familyCpuMs } from '../process-family.ts';
import type { Row } from '../row.ts';

const processes = 2;
const warmUpBookings = 40;
const measuredBookings = 30;
/** The share of a day's bookings in each hour, in percent: a tenth in the busiest one. */
const hours = [1, 1, 0, 0, 0, 1, 2, 4, 6, 8, 9, 10, 9, 8, 7, 6, 5, 5, 5, 4, 4, 3, 1, 1];
const hourMs = 1_250;
/** The share of this machine that the busiest hour uses. The sandbox and the customers run on it too. */
const busiest = 0.5;
const tolerance = 0.25;

/** What a booking costs. */
interface Cost {
  serverMs: number;
  postgresMs: number;
  /** Of the sandbox and the customers too. */
  allMs: number;
  bytes: number;
}

export async function capacity(): Promise<Row[]> {
  const postgres = await startPostgres([]);
  const databaseUrl = await postgres.newDatabase();
  const partners = await startProcesses(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const use = await usage(partners, await postgres.pid(), client);
  try {
    await bookInTurns(partners, warmUpBookings);
    const steady = () =>
      costOf(use, processes * measuredBookings, () => bookInTurns(partners, measuredBookings));
    const before = await steady();
    const bookings = bookingsOf(before);
    const measured = await costOf(use, bookings, () => aDay(partners, bookings));
    // Before and after the day, because a warm process costs less.
    return rowsOf(bookings, mean(before, await steady()), measured);
  } finally {
    await client.end();
    await Promise.all(partners.map((partner) => partner.stop()));
    await postgres.stop();
  }
}

async function startProcesses(databaseUrl: string): Promise<Partner[]> {
  const shared = { DATABASE_URL: databaseUrl, ...(await developmentKeys()) };
  const first = await startPartner(shared);
  const same = { ...shared, UPSTREAM_URL: first.upstreamUrl, UPSTREAM_API_KEY: first.apiKey };
  const others = Array.from({ length: processes - 1 }, () => startPartner(same));
  return [first, ...(await Promise.all(others))];
}

type Usage = () => Promise<Cost>;

/** @returns reads what has been used since the start */
async function usage(partners: Partner[], postgresPid: number, client: pg.Client): Promise<Usage> {
  return async () => {
    const servers = await Promise.all(partners.map((partner) => partner.cpuMs()));
    const postgresMs = familyCpuMs(postgresPid);
    const allMs = familyCpuMs(process.pid);
    // What is no longer used takes space until it is vacuumed.
    await client.query('vacuum full');
    const { rows } = await client.query('select pg_database_size(current_database()) as bytes');
    return {
      serverMs: servers.reduce((sum, ms) => sum + ms, 0),
      postgresMs,
      allMs,
      bytes: Number(rows[0].bytes),
    };
  };
}

async function costOf(use: Usage, bookings: number, work: () => Promise<unknown>): Promise<Cost> {
  await use();
  const before = await use();
  await work();
  const after = await use();
  const each = (key: keyof Cost) => (after[key] - before[key]) / bookings;
  return {
    serverMs: each('serverMs'),
    postgresMs: each('postgresMs'),
    allMs: each('allMs'),
    bytes: each('bytes'),
  };
}

const mean = (a: Cost, b: Cost): Cost => ({
  serverMs: (a.serverMs + b.serverMs) / 2,
  postgresMs: (a.postgresMs + b.postgresMs) / 2,
  allMs: (a.allMs + b.allMs) / 2,
  bytes: (a.bytes + b.bytes) / 2,
});

/** How many bookings fit into the compressed day. */
function bookingsOf({ allMs }: Cost): number {
  const perHour = (busiest * availableParallelism() * hourMs) / allMs;
  return Math.round((perHour * 100) / Math.max(...hours));
}

/** Customers arrive evenly within each hour, and do not wait for each other. Each books at the next process. */
async function aDay(partners: readonly Partner[], bookings: number): Promise<void> {
  const startsAtMs = performance.now();
  const customers: Promise<void>[] = [];
  for (const [hour, percent] of hours.entries()) {
    const arriving = Math.round((bookings * percent) / 100);
    for (let n = 0; n < arriving; n += 1) {
      const atMs = startsAtMs + (hour + n / arriving) * hourMs;
      customers.push(bookAt(atMs, partners[customers.length % partners.length] as Partner, customers.length));
    }
  }
  await Promise.all(customers);
}

async function bookAt(atMs: number, { url }: Partner, n: number): Promise<void> {
  await sleep(Math.max(1, atMs - performance.now()));
  const fault = await book(new Customer(url, origin, `user-day-${n}`));
  if (fault !== null) throw new Error(fault);
}

/** Of a million bookings that take these milliseconds each. */
const coreHours = (ms: number) => ((ms * 1_000_000) / 3_600_000).toFixed(1);

function rowsOf(bookings: number, predicted: Cost, measured: Cost): Row[] {
  const perSecond = (bookings * Math.max(...hours)) / 100 / (hourMs / 1_000);
  const asDay = Math.round((perSecond * 3_600 * 100) / Math.max(...hours));
  const what = `${processes} servers, ${bookings} bookings as of a day of ${asDay.toLocaleString('en-US')}`;
  const row = (name: string, key: keyof Cost, digits: number, unit: string, scale = 1): Row => {
    const ratio = measured[key] / predicted[key];
    return {
      what: `${what}: ${name}`,
      against: 'the model: the same per booking as 4 at a time',
      measured: `${ratio.toFixed(2)}: ${(measured[key] / scale).toFixed(digits)} to ${(predicted[key] / scale).toFixed(digits)} ${unit}`,
      goal: `within ${100 * tolerance} %`,
      reached: Math.abs(ratio - 1) <= tolerance,
    };
  };
  return [
    row('processor time of the servers per booking', 'serverMs', 1, 'ms'),
    row('processor time of PostgreSQL per booking', 'postgresMs', 1, 'ms'),
    row('disk per booking, vacuumed', 'bytes', 1, 'kB', 1_000),
    {
      what: 'a million bookings on PostgreSQL',
      against: 'the same per booking',
      measured: `${coreHours(measured.serverMs)} core hours of the servers, ${coreHours(measured.postgresMs)} of PostgreSQL, ${(measured.bytes / 1_000).toFixed(0)} GB`,
    },
  ];
}
