/** An idle server queries the database only every few seconds. */
import { expect, it, onTestFinished } from 'vitest';
import { startCoBrandedServer as startBoth } from '../../support/co-branded-server.ts';
import { newSecret } from '../../support/event-receiver.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { countStatements } from '../../support/statements.ts';

it('with both flows and a receiver of events it runs less than one SQL statement per second', async () => {
  const env = { EVENTS_URL: 'http://127.0.0.1:9/', EVENTS_SECRET: newSecret() };
  const clock = manualClock(Date.now());
  const { stop, idle } = await startBoth({ flows: ['full_api', 'co_branded'], env, clock });
  onTestFinished(stop);
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed++) {
      clock.advance(1_000);
      await idle();
    }
  };
  // What a server does once as it starts is over.
  await pass(60);
  // The test's own question, whether work is due.
  const asked = (await countStatements(idle)).texts.length;
  // As long as the longest of the server's own rounds.
  const seconds = 60;
  const { texts } = await countStatements(() => pass(seconds));
  const own = texts.length - seconds * asked;
  console.info(`an idle server: ${own} statements in ${seconds} s`);
  expect(own).toBeGreaterThan(0);
  expect(own).toBeLessThan(seconds);
});
