/** Reads of the service that do not need each other are sent at once: a customer waits for each that is sent after another. */
import { expect, it } from 'vitest';
import { answerStep, at, choosePlace, pickTimes, profile, untilReview } from '../../support/booking.ts';
import type { Change } from '../../support/recording-proxy.ts';
import { serverOfTest } from '../../support/server-of-test.ts';

/** Holds requests back until one to each of these addresses has come. */
function together(...addresses: RegExp[]) {
  let isHolding = false;
  const come = new Set<RegExp>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const change: Change = async ({ method, url }) => {
    const address = addresses.find((each) => each.test(url));
    if (!isHolding || method !== 'GET' || !address) return;
    if (come.add(address).size === addresses.length) resolve();
    await promise;
  };
  const begin = () => {
    isHolding = true;
  };
  return { change, begin, come };
}

it('before the payment: the chosen times, and the questionnaire that follows', async () => {
  const { change, begin, come } = together(/\/schedule$/, /^\/v1\/tests\/.*\/scheduling-questionnaire$/);
  const service = await serverOfTest({ change });
  const customer = service.customer('pays');
  const review = await untilReview(customer, 'CALST');
  begin();
  at(await answerStep(customer, review), 'questionnaire');
  expect(come.size).toBe(2);
});

it('for the consent: its text, and the configuration', async () => {
  const { change, begin, come } = together(/\/consent-bundles\//, /\/integration-configuration$/);
  const service = await serverOfTest({ change });
  const customer = service.customer('signs');
  await customer.answer('times', pickTimes(await choosePlace(customer, 'CALST')));
  at(await customer.answer('identity', profile), 'consent');
  // It has not read the configuration before.
  const other = await service.another();
  begin();
  at(await other.customer('signs').open(), 'consent');
  expect(come.size).toBe(2);
  await other.stop();
});
