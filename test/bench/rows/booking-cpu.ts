/**
 * Processor time of the server per whole booking, compared in turns with the commit before the durable-work engine.
 */

import { bookInTurns } from '../book-in-turns.ts';
import { median, shown } from '../compare.ts';
import { type Book, earlierBook, earlierVersion } from '../earlier-version.ts';
import { type Partner, startPartner } from '../partner.ts';
import type { Row } from '../row.ts';

const before = '41d2056';
const goal = 0.75;
const rounds = 5;
const bookingsPerRound = 24;
const warmUpBookings = 40;

export async function bookingCpu(): Promise<Row[]> {
  const earlier = earlierVersion(before);
  const what = 'processor time of the server per booking (11 requests, 23 calls of the service)';
  const against = `the server at ${before}, in turns`;
  if (!earlier)
    return [{ what, against, measured: 'not run: this clone lacks it', goal: `${goal}`, reached: false }];
  const ours = await startPartner();
  const theirs = await startPartner({}, undefined, earlier);
  const books = new Map([[theirs.url, await earlierBook(earlier)]]);
  const [own, their] = await measureInTurns(ours, theirs, books);
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

/** @returns milliseconds per booking of each round: ours, theirs */
async function measureInTurns(
  ours: Partner,
  theirs: Partner,
  books: ReadonlyMap<string, Book>,
): Promise<[number[], number[]]> {
  const own: number[] = [];
  const their: number[] = [];
  await bookInTurns([ours, theirs], warmUpBookings, books);
  for (let round = 0; round < rounds; round += 1) {
    const startMs = { own: await ours.cpuMs(), their: await theirs.cpuMs() };
    await bookInTurns([ours, theirs], bookingsPerRound, books);
    own.push(((await ours.cpuMs()) - startMs.own) / bookingsPerRound);
    their.push(((await theirs.cpuMs()) - startMs.their) / bookingsPerRound);
  }
  return [own, their];
}
