/** What a customer's booking costs the database: exact counts, on SQLite. */

import { beforeAll, expect, it } from 'vitest';
import { answerStep, at, untilReview, untilSent } from '../../support/booking.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { serverOfFile } from '../../support/server-of-test.ts';
import { countStatements } from '../../support/statements.ts';

// No timer runs, so that only what requests cause is counted.
const clock = { ...manualClock(), now: Date.now, elapsed: () => performance.now() };
const service = await serverOfFile({ clock });
beforeAll(async () => {
  // What it does once as it starts is not counted.
  await service.idle();
});

it('a whole booking takes 17 commits and 85 statements', async () => {
  const customer = service.customer('whole');
  const sentBefore = service.wire.requests.length;
  const { texts, commits } = await countStatements(async () => {
    await untilSent(customer, await untilReview(customer, 'CALST'));
  });
  const calls = service.wire.requests.slice(sentBefore);
  // A read of the configuration is repeated from memory for some seconds, so a slow machine reads it more often.
  const others = calls.filter(({ url }) => !url.startsWith('/v1/integration-configuration'));
  expect(others).toHaveLength(20);
  expect(commits).toBe(17);
  expect(texts).toHaveLength(85);
});

it('the answer to the review takes two commits and eight statements in addition', async () => {
  const customer = service.customer('review');
  let view = await untilReview(customer, 'CALST');
  at(view, 'review');
  const { texts, commits } = await countStatements(async () => {
    view = await answerStep(customer, view);
  });
  at(view, 'questionnaire');
  expect(commits).toBe(2);
  expect(texts.filter((text) => text !== 'commit')).toHaveLength(8);
});
