/**
 * Processor time of the server per whole booking, compared in turns with the version before the durable-work engine.
 */

import { Customer } from '../../support/customer.ts';
import { book } from '../../torture/book.ts';
import { median, shown } from '../compare.ts';
import { earlierVersion } from '../earlier-version.ts';
import { origin, type Partner, startPartner } from '../partner.ts';
import type { Row } from '../row.ts';

const before = '41d2056';
const goal = 0.75;
const rounds = 7;
const bookingsPerRound = 24;
const warmUpBookings = 40;
const atOnce = 4;

export async function bookingCpu(): Promise<Row[]> {
  const earlier = earlierVersion(before);
  const what = 'processor time of the server per booking (11 requests, 21 upstream calls)';
  const against = `the server at ${before}, in turns`;
  if (!earlier)
    return [{ what, against, measured: 'not run: this clone lacks it', goal: `${goal}`, reached: false }];
  const ours = await startPartner();
  const theirs = await startPartner({}, undefined, earlier);
  const [own, their] = await measureInTurns(ours, theirs);
  await ours.stop();
  await theirs.stop();
  const ratios = own.map((ms, round) => ms / (their[round] ?? 0));
  return [
    {
      what,
      against,
      measured: `${shown(ratios, 2)}: ${shown(own, 1)} to ${shown(their, 1)} ms`,
      goal: `${goal} of it`,
      reached: median(ratios) <= goal,
    },
  ];
}

async function measureInTurns(ours: Partner, theirs: Partner): Promise<[number[], number[]]> {
  const own: number[] = [];
  const their: number[] = [];
  for (const partner of [ours, theirs]) await bookMany(partner, warmUpBookings);
  for (let round = 0; round < rounds; round += 1) {
    const first = async () => void own.push(await cpuPerBooking(ours));
    const second = async () => void their.push(await cpuPerBooking(theirs));
    for (const run of round % 2 === 0 ? [first, second] : [second, first]) await run();
  }
  return [own, their];
}

async function cpuPerBooking(partner: Partner): Promise<number> {
  const startMs = await partner.cpuMs();
  await bookMany(partner, bookingsPerRound);
  return ((await partner.cpuMs()) - startMs) / bookingsPerRound;
}

let customers = 0;

async function bookMany({ url }: Partner, count: number): Promise<void> {
  let left = count;
  const bookOneByOne = async () => {
    while (left-- > 0) {
      customers += 1;
      const fault = await book(new Customer(url, origin, `user-${customers}`));
      if (fault !== null) throw new Error(fault);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, bookOneByOne));
}
