/**
 * How long customers wait for the response to each request of a whole booking, with 20 and 100 of them at a time. The floor
 * is a server that only verifies the same proofs, makes the same calls to the service, and commits as often.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { book } from '../../support/book.ts';
import { Customer } from '../../support/customer.ts';
import { startPostgres } from '../../support/start-postgres.ts';
import { type BookingPlan, recordBooking } from '../booking-plan.ts';
import { median, shown } from '../compare.ts';
import { origin, startPartner } from '../partner.ts';
import type { Row } from '../row.ts';
import { startBare } from '../servers.ts';

const rounds = 3;
const warmUpBookings = 40;
/** How many customers book at a time, with the number of bookings in each round. */
const loads = [
  { atOnce: 20, bookings: 60 },
  { atOnce: 100, bookings: 200 },
];
const against = 'bare node:http on SQLite: the same proofs and calls, 17 commits';

/** A server under load, and how to book there. */
interface Side {
  cpuMs(): Promise<number>;
  /** Makes one booking. @param timed receives the milliseconds of each request */
  book(subject: string, timed: (ms: number) => void): Promise<void>;
}

interface Round {
  cpuMs: number;
  perSecond: number;
  medianMs: number;
  p99Ms: number;
}

/** Prints the times of responses, the rate and the processor time, on both databases. */
export async function bookings(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dx-bench-'));
  const plan = await recordBooking();
  const planFile = join(folder, 'plan.json');
  await writeFile(planFile, JSON.stringify(plan));
  const postgres = await startPostgres([]);
  const onSqlite = await startPartner();
  const onPostgres = await startPartner({ DATABASE_URL: await postgres.newDatabase() });
  const service = await startBare('service', planFile);
  const bare = await startBare('booking', service.origin, join(folder, 'bare.sqlite'), planFile);
  const ours = ({ url, cpuMs }: typeof onSqlite): Side => ({
    cpuMs,
    book: (subject, timed) => bookOurs(url, subject, timed),
  });
  const sides = {
    SQLite: ours(onSqlite),
    PostgreSQL: ours(onPostgres),
    bare: { ...bare, book: (subject, timed) => bookPlanned(bare.origin, plan, subject, timed) } as Side,
  };
  try {
    for (const side of Object.values(sides)) await run(side, 4, warmUpBookings);
    const rows: Row[] = [];
    for (const { atOnce, bookings } of loads) {
      const found = { SQLite: [] as Round[], PostgreSQL: [] as Round[], bare: [] as Round[] };
      for (let round = 0; round < rounds; round += 1)
        for (const name of Object.keys(found) as (keyof typeof found)[])
          found[name].push(await run(sides[name], atOnce, bookings));
      for (const name of ['SQLite', 'PostgreSQL'] as const)
        rows.push(...rowsOf(`${atOnce} customers at a time on ${name}`, found[name], found.bare));
    }
    return rows;
  } finally {
    await Promise.all([onSqlite.stop(), onPostgres.stop(), bare.stop()]);
    await Promise.all([service.stop(), postgres.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

let customers = 0;

async function run(side: Side, atOnce: number, bookings: number): Promise<Round> {
  const took: number[] = [];
  const startCpuMs = await side.cpuMs();
  const startMs = performance.now();
  let begun = 0;
  const bookOneByOne = async () => {
    while (begun < bookings) {
      begun += 1;
      customers += 1;
      await side.book(`user-${customers}`, (ms) => took.push(ms));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, bookOneByOne));
  const seconds = (performance.now() - startMs) / 1_000;
  const sorted = took.toSorted((a, b) => a - b);
  return {
    cpuMs: ((await side.cpuMs()) - startCpuMs) / bookings,
    perSecond: bookings / seconds,
    medianMs: median(took),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

/** A customer whose requests are timed. */
function timedCustomer(server: string, subject: string, timed: (ms: number) => void): Customer {
  const customer = new Customer(server, origin, subject);
  const fetchOne = customer.fetch.bind(customer);
  customer.fetch = async (...args) => {
    const startMs = performance.now();
    const response = await fetchOne(...args);
    timed(performance.now() - startMs);
    return response;
  };
  return customer;
}

async function bookOurs(server: string, subject: string, timed: (ms: number) => void): Promise<void> {
  const fault = await book(timedCustomer(server, subject, timed));
  if (fault !== null) throw new Error(fault);
}

async function bookPlanned(
  server: string,
  { requests }: BookingPlan,
  subject: string,
  timed: (ms: number) => void,
): Promise<void> {
  const customer = timedCustomer(server, subject, timed);
  for (const [n, { sent }] of requests.entries()) {
    const { status } = await customer.call('POST', `/${n}`, sent ?? {});
    if (status !== 200) throw new Error(`The bare server answered ${status}.`);
  }
}

function rowsOf(load: string, own: Round[], bare: Round[]): Row[] {
  const row = (name: string, key: keyof Round, unit: string): Row => {
    const values = (of: Round[]) =>
      shown(
        of.map((round) => round[key]),
        1,
      );
    return {
      what: `${name}, ${load}`,
      against,
      measured: `${values(own)} ${unit}`,
      floor: `${values(bare)} ${unit}`,
    };
  };
  return [
    row('response to a request', 'medianMs', 'ms'),
    row('the slowest response of 100', 'p99Ms', 'ms'),
    row('bookings a second', 'perSecond', 'a second'),
    row('processor time of the server per booking', 'cpuMs', 'ms'),
  ];
}
