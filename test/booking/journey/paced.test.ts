/** The service allows few requests in a second: customers wait a little, and none sees an error. */
import { expect, it } from 'vitest';
import { readSeries } from '../../core/observability/series.ts';
import { answerStep, at, choosePlace, untilReview } from '../../support/booking.ts';
import type { Customer } from '../../support/customer.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { serverOfTest } from '../../support/server-of-test.ts';

let service: FullApiServer;

async function book(customer: Customer): Promise<void> {
  let view = await untilReview(customer, 'DEXA');
  for (let turns = 0; view.shows.step !== 'sent' && turns < 20; turns++) {
    expect(view.notice).toBeNull();
    view = await answerStep(customer, view);
  }
  at(view, 'sent');
}

const logged = (event: string) =>
  service
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"${event}"`))
    .map((line) => JSON.parse(line) as { event: string; status: number; turn: string })
    .filter((line) => line.event === event);

const refusedByService = () => logged('upstream.called').filter(({ status }) => status === 429);

it('six customers who book at once under a limit of five requests see no error', async () => {
  service = await serverOfTest();
  await service.sandbox.settings({ rate_limit_per_second: 5 });
  const customers = Array.from({ length: 6 }, (_, index) => service.customer(`at-once-${index}`));
  await Promise.all(customers.map(book));
  expect(logged('request').filter(({ status }) => status >= 400 && status !== 401)).toEqual([]);
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 6, schedule_requests: 6 });
  expect(refusedByService().length).toBeGreaterThan(0);
  expect(logged('upstream.slowed').length).toBeGreaterThan(0);
});

it('a configured rate meets no refusal', async () => {
  service = await serverOfTest({
    env: { UPSTREAM_REQUESTS_PER_SECOND: '4', METRICS_PORT: '0' },
  });
  // Twice the rate: on a busy machine, the requests of one second can arrive with those of the next.
  await service.sandbox.settings({ rate_limit_per_second: 8 });
  const customers = ['one', 'two', 'three'].map((name) => service.customer(`configured-${name}`));
  await Promise.all(customers.map((customer) => choosePlace(customer, 'DEXA')));
  expect(refusedByService()).toEqual([]);
  const waits = readSeries(await service.metrics()).find(
    ({ name, labels }) => name === 'dx_upstream_gate_wait_seconds_count' && labels.turn === 'read',
  );
  // On a busy machine, none may have to wait.
  expect(waits?.value ?? 0).toBe(logged('upstream.waited').filter(({ turn }) => turn === 'read').length);
});
