/** What a customer's booking costs the database: exact counts, on SQLite. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerStep, at, untilReview } from '../../support/booking.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { isListRead } from '../../support/recording-proxy.ts';
import { commitsIn, countStatements, type Statements } from '../../support/statements.ts';

let service: FullApiServer;
beforeAll(async () => {
  service = await startFullApiServer();
  // What a server does once as it starts is no customer's.
  await service.idle();
});
afterAll(() => service.stop());

/** What a server runs by time, not by request: its polls, states that it reads again, and renewals of leases on a slow machine. */
const byTime =
  /union all|^pragma|^select \* from "revocations"|^select "id" from "erasures"|"servers"|^\s*update "\w+" set due_at = \?/;

/** Begin and commit included. */
const ofTheCustomer = ({ texts }: Statements) => {
  const { others, batches } = withoutAccessLog(texts);
  return { statements: others.filter((text) => !byTime.test(text)), commits: commitsIn(others), batches };
};

/** Leaves out the transactions that store records of the access log: one batch of all customers each second. */
function withoutAccessLog(texts: string[]): { others: string[]; batches: number } {
  const others = [...texts];
  let batches = 0;
  for (;;) {
    const at = others.findIndex((text) => text.startsWith('insert into "access_log"'));
    if (at === -1) return { others, batches };
    const begin = others.findLastIndex((text, place) => place < at && text.startsWith('begin'));
    others.splice(begin, others.indexOf('commit', at) - begin + 1);
    batches += 1;
  }
}

it('a whole booking takes 17 commits and at most 84 statements', async () => {
  const customer = service.customer('whole');
  const beganAt = performance.now();
  const sentBefore = service.wire.requests.length;
  const counted = ofTheCustomer(
    await countStatements(async () => {
      let view = await untilReview(customer, 'CALST');
      while (view.shows.step !== 'sent') view = await answerStep(customer, view);
    }),
  );
  const calls = service.wire.requests.slice(sentBefore).filter((request) => !isListRead(request));
  console.info(`a booking: ${counted.statements.length} statements, ${counted.commits} commits`);
  // A read of the configuration is repeated from memory for some seconds, so a slow machine reads it more often.
  const others = calls.filter(({ url }) => !url.startsWith('/v1/integration-configuration'));
  expect(others).toHaveLength(21);
  expect(counted.commits).toBe(17);
  // With what the server says of itself every 30 s: its row, its clock, its depths.
  expect(counted.statements.length).toBeLessThanOrEqual(84);
  expect(counted.batches).toBeLessThanOrEqual(1 + (performance.now() - beganAt) / 1_000);
});

it('the answer to the review takes two commits and eight statements in addition', async () => {
  const customer = service.customer('review');
  let view = await untilReview(customer, 'CALST');
  at(view, 'review');
  const counted = ofTheCustomer(
    await countStatements(async () => {
      view = await answerStep(customer, view);
    }),
  );
  at(view, 'questionnaire');
  console.info(`the review: ${counted.statements.length} statements, ${counted.commits} of them commits`);
  expect(counted.commits).toBe(2);
  expect(counted.statements.filter((text) => text !== 'commit')).toHaveLength(8);
});
