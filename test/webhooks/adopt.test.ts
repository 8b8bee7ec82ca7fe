/** An event is under the data key of its customer, also if it came before the server knew its appointment. */
import { expect, it } from 'vitest';
import { silentLog } from '../../server/observability/log.ts';
import type { Store } from '../../server/store/store.ts';
import { createEventReads } from '../../server/webhooks/event-reads.ts';
import { createInbox } from '../../server/webhooks/inbox.ts';
import { addCustomer } from '../customers/customer-rows.ts';
import { assumptionsWith } from '../support/assumptions.ts';
import { decrypted } from '../support/decrypted-columns.ts';
import { newEncryption } from '../support/encryption-keys.ts';
import { newJobs } from '../support/jobs.ts';
import { eventually } from '../support/outbox-harness.ts';
import { newTestStore, storeKinds } from '../support/test-stores.ts';
import { appointmentId, newEvent } from '../support/webhook-harness.ts';

const eventsIn = ({ db }: Store) =>
  db.selectFrom('webhook_events').selectAll().orderBy('received_at').execute();

it.each(storeKinds)('the key of the customer encrypts each event of the customer, on %s', async (kind) => {
  const store = await newTestStore(kind);
  const encryption = newEncryption();
  let nowMs = Date.now();
  const inbox = createInbox({ assumptions: assumptionsWith(), store, encryption, now: () => nowMs++ });
  const jobs = newJobs(store);
  createEventReads({
    jobs,
    handlers: { appointment: async () => {} },
    adopt: inbox.adopt,
    log: silentLog,
  });
  const body = Buffer.from(JSON.stringify(newEvent()));
  await inbox.accept(newEvent(), body);
  expect(await eventsIn(store)).toMatchObject([{ customer_id: null, ref: appointmentId }]);
  await addCustomer(store, encryption, 'ada', { id: appointmentId, tables: ['appointments'] });
  await inbox.accept(newEvent(), body);
  expect(await eventsIn(store)).toMatchObject([{ customer_id: null }, { customer_id: 'ada' }]);
  jobs.start();
  await eventually(async () => (await eventsIn(store)).every(({ customer_id }) => customer_id === 'ada'));
  await jobs.stop();
  for (const row of await eventsIn(store))
    expect(
      Buffer.from(await decrypted<string>(store.db, encryption, 'webhook_events', 'body', row), 'base64'),
    ).toEqual(body);
  await encryption.customerKeys.remove(store.db, 'ada');
  for (const row of await eventsIn(store))
    await expect(decrypted(store.db, encryption, 'webhook_events', 'body', row)).rejects.toThrow(
      'no data key',
    );
});
