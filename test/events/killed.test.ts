/** The server dies right after it has stored a change, before it sends the event of it: the next process sends it. */
import { describe, expect, it } from 'vitest';
import { answerStep, untilReview } from '../support/booking.ts';
import { origin, startCrashServer } from '../support/crash-server.ts';
import { Customer } from '../support/customer.ts';
import { eventReceiver } from '../support/event-receiver.ts';
import { eventually } from '../support/outbox-harness.ts';
import { storeKinds } from '../support/test-stores.ts';

const key = { customer_consent_mode: 'service_consent_api', physician_order_mode: 'service_service' };

describe.each(storeKinds)('On %s', (kind) => {
  it('the event of a stored change arrives although the process died', { timeout: 60_000 }, async () => {
    const receiver = await eventReceiver();
    receiver.closeAfterTest();
    const server = await startCrashServer(
      kind,
      key,
      [['appointment.schedule', 'after_settle']],
      async (_, apiKey) => ({
        UPSTREAM_API_KEY: apiKey,
        EVENTS_URL: receiver.url,
        EVENTS_SECRET: receiver.secret,
      }),
    );
    const customer = new Customer(server.url, origin, 'ada');
    let view = await untilReview(customer, 'DEXA');
    for (let turns = 0; turns < 5 && view.shows.step !== 'sent'; turns++)
      view = await server.through(
        customer,
        () => answerStep(customer, view),
        () => customer.read(),
      );
    expect(server.signals).toEqual(['SIGKILL']);
    await eventually(() => receiver.accepted().length > 0);
    expect(receiver.of('ada')).toEqual(['booking.requested unscheduled>requested']);
    expect(receiver.forged).toEqual([]);
  });
});
