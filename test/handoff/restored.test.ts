/** A server that was restored to before a purchase orders it once. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import { profile, startCoBrandedServer } from '../support/co-branded-server.ts';
import { purchased } from './purchase.ts';

it('orders a purchase once, also after a restore to before it [HND-05]', async () => {
  const service = await startCoBrandedServer();
  onTestFinished(() => service.stop());
  const { purchase, times } = await purchased(service.calls, 'user-restored');
  service.books.purchases.set('user-restored', purchase);
  const open = () =>
    service.customer('restored').call<HandoffView>('POST', '/handoffs', { times, customer: profile });
  expect((await open()).body.state).toBe('open');
  const { orders } = await service.sandbox.ledger();

  const database = new DatabaseSync(service.sqliteFile, { timeout: 5_000 });
  for (const table of ['handoffs', 'handoff_purchases', 'appointments', 'writes'])
    database.prepare(`delete from ${table} where customer_id = 'user-restored'`).run();
  database.close();
  const again = await open();
  expect([again.status, again.body.state]).toEqual([201, 'open']);
  expect((await service.sandbox.ledger()).orders).toBe(orders);
});
