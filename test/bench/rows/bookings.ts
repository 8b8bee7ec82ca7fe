/**
 * Whole bookings, compared with a server that verifies the same proofs, makes the same calls to the service, commits as
 * often, and does nothing else.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { book } from '../../support/book.ts';
import { Customer } from '../../support/customer.ts';
import { type BookingPlan, recordBooking } from '../booking-plan.ts';
import { median, shown } from '../compare.ts';
import { origin, startPartner } from '../partner.ts';
import type { Row } from '../row.ts';
import { startBare } from '../servers.ts';

const rounds = 5;
const warmUpBookings = 40;
/** How many customers book at a time, with the number of bookings in each round. */
const loads = [
  { atOnce: 1, bookings: 12 },
  { atOnce: 4, bookings: 24 },
  { atOnce: 20, bookings: 40 },
];
const goals = { cpu: 1.8, rate: 0.55, slowest: 3, blockedMs: 3 };
const against = 'bare node:http: the same proofs and calls, 17 commits';

const floor = 'the bare server';

/** A server under load, and how to book there. */
interface Side {
  cpuMs(): Promise<number>;
  blockedMs(): Promise<number>;
  /** Makes one booking. @param timed receives the milliseconds of each request */
  book(subject: string, timed: (ms: number) => void): Promise<void>;
}

interface Round {
  cpuMs: number;
  perSecond: number;
  p99Ms: number;
}

/** Prints processor time, rate, slowest requests and the event loop. */
export async function bookings(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dx-bench-'));
  const plan = await recordBooking();
  const planFile = join(folder, 'plan.json');
  await writeFile(planFile, JSON.stringify(plan));
  const partner = await startPartner();
  const service = await startBare('service', planFile);
  const bare = await startBare('booking', service.origin, join(folder, 'bare.sqlite'), planFile);
  const ours: Side = { ...partner, book: (subject, timed) => bookOurs(partner.url, subject, timed) };
  const theirs: Side = { ...bare, book: (subject, timed) => bookPlanned(bare.origin, plan, subject, timed) };
  try {
    for (const side of [ours, theirs]) await run(side, 4, warmUpBookings);
    const rows: Row[] = [];
    for (const { atOnce, bookings } of loads) {
      const own: Round[] = [];
      const their: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        own.push(await run(ours, atOnce, bookings));
        their.push(await run(theirs, atOnce, bookings));
      }
      rows.push(...rowsOf(atOnce, own, their));
    }
    rows.push(await blocked(ours, theirs));
    return rows;
  } finally {
    await Promise.all([partner.stop(), bare.stop()]);
    await service.stop();
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

function rowsOf(atOnce: number, own: Round[], their: Round[]): Row[] {
  const values = (of: Round[], key: keyof Round) => of.map((round) => round[key]);
  const ratios = (key: keyof Round) => own.map((round, n) => round[key] / (their[n]?.[key] ?? Number.NaN));
  const measured = (key: keyof Round, unit: string, digits: number) =>
    `${shown(ratios(key), 2)}: ${shown(values(own, key), digits)} to ${shown(values(their, key), digits)} ${unit}`;
  const customers = atOnce === 1 ? '1 customer' : `${atOnce} customers at a time`;
  return [
    {
      what: `processor time per booking, ${customers}`,
      against,
      measured: measured('cpuMs', 'ms', 1),
      floor,
      goal: `at most ${goals.cpu} times`,
      reached: median(ratios('cpuMs')) <= goals.cpu,
    },
    {
      what: `bookings a second, ${customers}`,
      against,
      measured: measured('perSecond', 'a second', 1),
      floor,
      goal: `${goals.rate} of them`,
      reached: median(ratios('perSecond')) >= goals.rate,
    },
    {
      what: `the slowest request of 100, ${customers}`,
      against,
      measured: measured('p99Ms', 'ms', 1),
      floor,
      goal: `at most ${goals.slowest} times`,
      reached: median(ratios('p99Ms')) <= goals.slowest,
    },
  ];
}

async function blocked(ours: Side, theirs: Side): Promise<Row> {
  const own: number[] = [];
  const their: number[] = [];
  for (const side of [ours, theirs]) await side.blockedMs();
  for (let booking = 0; booking < 2 * warmUpBookings; booking += 1) {
    await run(ours, 1, 1);
    own.push(await ours.blockedMs());
    await run(theirs, 1, 1);
    their.push(await theirs.blockedMs());
  }
  return {
    what: 'the longest time that a booking blocks the event loop, 1 customer',
    against: `${against}: ${shown(their, 1)} ms`,
    measured: `${shown(own, 1)} ms`,
    floor,
    goal: `under ${goals.blockedMs} ms`,
    reached: median(own) < goals.blockedMs,
  };
}
