/** An idle server queries the database only every few seconds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startCoBrandedServer as startBoth } from '../support/co-branded-server.ts';
import { newSecret } from '../support/event-receiver.ts';
import { countStatements } from '../support/statements.ts';

it('with both flows and a receiver of events it runs less than one SQL statement per second', async () => {
  const env = { EVENTS_URL: 'http://127.0.0.1:9/', EVENTS_SECRET: newSecret() };
  const { stop } = await startBoth({ flows: ['full_api', 'co_branded'], env });
  onTestFinished(stop);
  // What a server does once as it starts is over.
  await sleep(2_500);
  const { texts } = await countStatements(() => sleep(10_000));
  console.info(`an idle server: ${texts.length} statements in 10 s`);
  expect(texts.length).toBeLessThan(10);
}, 30_000);
