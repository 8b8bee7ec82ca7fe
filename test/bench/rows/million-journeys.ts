/** One answered and committed step with a million journeys in the database, compared with a thousand. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Caller } from '../caller.ts';
import { median, shown } from '../compare.ts';
import { type Partner, startPartner } from '../partner.ts';
import type { Row } from '../row.ts';

const rounds = 15;
const stepsPerRound = 60;
const goal = 1.2;

export async function millionJourneys(): Promise<Row[]> {
  const [large, small] = await Promise.all([startPartner(), startPartner()]);
  await fill(large, 1_000_000);
  await fill(small, 1000);
  const [onLarge, onSmall] = [await stepper(large), await stepper(small)];
  for (const step of [onLarge, onSmall]) await step();
  const times: number[] = [];
  const largeMs: number[] = [];
  const smallMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    largeMs.push(await onLarge());
    smallMs.push(await onSmall());
    times.push((largeMs.at(-1) ?? 0) / (smallMs.at(-1) ?? 1));
  }
  await Promise.all([large.stop(), small.stop()]);
  return [
    {
      what: 'a step with 1,000,000 journeys in the store',
      against: 'with 1,000',
      measured: `${shown(times, 2)} times: ${shown(largeMs, 2)} to ${shown(smallMs, 2)} ms`,
      goal: `under ${goal} times`,
      reached: median(times) < goal,
    },
  ];
}

/** Copies of one real journey under new ids and customers. Every tenth has a draft and an appointment. */
async function fill(partner: Partner, journeys: number): Promise<void> {
  const caller = await new Caller(partner.url, 'the-first').signIn();
  await caller.begin();
  await partner.restart(() => {
    const database = new DatabaseSync(partner.sqliteFile);
    const { body, at } = Object(database.prepare('select body, created_at as at from journeys').get());
    const insert = database.prepare(
      'insert into journeys (id, customer_id, state, step, revision, body, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    database.exec('begin');
    for (let n = 0; n < journeys; n += 1)
      insert.run(randomUUID(), `customer-${n}`, n % 3 === 0 ? 'open' : 'left', 'place', 1, body, at, at);
    database.exec('commit');
    database.close();
  });
}

/**
 * Answers the first step repeatedly, each time in a commit of its own. @returns the median of a round in milliseconds
 */
async function stepper(partner: Partner): Promise<() => Promise<number>> {
  const caller = await new Caller(partner.url, 'the-measured').signIn();
  const { path, answer, revision: begun } = await caller.begin();
  let revision = begun;
  return async () => {
    const took: number[] = [];
    for (let n = 0; n < stepsPerRound; n += 1) {
      const begin = performance.now();
      ({ revision } = await caller.call('POST', path, answer, { 'if-match': `"${revision}"` }));
      took.push(performance.now() - begin);
    }
    return median(took);
  };
}
