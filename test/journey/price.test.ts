/** The price of a journey under a setting that changes between two starts of the server. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../examples/free-port.ts';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import type { OfferingProduct } from '../../server/contract/upstream-api/offerings.ts';
import { placeOf } from '../../server/store/encrypted-column.ts';
import { createEncryption } from '../../server/store/encryption.ts';
import { watchApi } from '../support/api-exchanges.ts';
import { at, choosePlace, untilReview } from '../support/booking.ts';
import { Customer } from '../support/customer.ts';
import { decrypted } from '../support/decrypted-columns.ts';
import { type FullApiServer, origin, startFullApiServer } from '../support/full-api-server.ts';
import { openTestStore } from '../support/test-stores.ts';

let service: FullApiServer;
let asked: number[];
beforeAll(async () => {
  service = await startFullApiServer();
});
afterAll(() => service.stop());

/** Runs `work` against a server on the same database that shows another field of the product as its price. */
async function underOtherSetting(id: string, work: (customer: Customer) => Promise<void>): Promise<void> {
  asked = [];
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({ ...service.env, PUBLIC_URL: url, PORT: String(port) });
  const { assumptions } = config;
  const app = await createApp({
    config: {
      ...config,
      assumptions: { ...assumptions, product: { ...assumptions.product, priceField: 'integrator_price' } },
    },
    hooks: {
      verifySubject: async (token) => ({ subject: token }),
      async payment({ amount, journeyId }) {
        asked.push(amount);
        return { state: 'due', payUrl: `${origin}/pay/${journeyId}` };
      },
    },
    log: () => {},
  });
  watchApi(app.server);
  await new Promise<void>((done) => app.server.listen(port, '127.0.0.1', done));
  try {
    await work(new Customer(url, origin, `user-${id}`));
  } finally {
    await app.close();
  }
}

/** The product as the service gave it last. */
function productRead(): OfferingProduct['product'] {
  const read = service.wire.requests.filter(({ url }) => url.endsWith('/products')).at(-1);
  return JSON.parse(read?.answer ?? '{}').data.product;
}

/** Stores the customer's journey as a version without prices left it. */
async function forgetPrice(id: string): Promise<void> {
  const encryption = createEncryption(readConfig(service.env).storeKeys);
  const { db } = await openTestStore({ sqliteFile: `${service.env.SQLITE_FILE}` });
  const row = await db
    .selectFrom('journeys')
    .selectAll()
    .where('customer_id', '=', `user-${id}`)
    .executeTakeFirstOrThrow();
  const journey = await decrypted<{ product: { price?: unknown }; search: { offered?: unknown } }>(
    db,
    encryption,
    'journeys',
    'body',
    row,
  );
  delete journey.product.price;
  delete journey.search.offered;
  const bytes = Buffer.from(JSON.stringify(journey));
  const encrypted = await encryption.encryptBytes(db, placeOf('journeys', 'body', row), bytes, 1);
  await db
    .updateTable('journeys')
    .set({ body: encrypted.toString('base64url') })
    .where('id', '=', row.id)
    .execute();
}

it('stays as first shown, on screen and in the payment [GAP-11]', async () => {
  const view = await untilReview(service.customer('fixed'), 'DEXA');
  const { retail_price, integrator_price, currency } = productRead();
  expect(retail_price).not.toBe(integrator_price);
  expect(view.summary.price).toEqual({ amount: retail_price, currency });
  await underOtherSetting('fixed', async (customer) => {
    const again = await customer.open();
    expect(again.summary.price).toEqual(view.summary.price);
    expect(at(again, 'review').total).toEqual(view.summary.price);
    await customer.answer('review', { return_url: `${origin}/book` });
    expect(asked).toEqual([retail_price]);
  });
});

it('of a journey without one is fixed by its next view', async () => {
  await choosePlace(service.customer('older'), 'DEXA');
  const { integrator_price, currency } = productRead();
  await forgetPrice('older');
  const price = { amount: integrator_price, currency };
  await underOtherSetting('older', async (customer) => {
    const view = await customer.open();
    expect(view.summary.price).toEqual(price);
    expect((await customer.open()).revision).toBe(view.revision);
  });
  expect((await service.customer('older').open()).summary.price).toEqual(price);
});

it('of a journey without one is fixed by the answer that starts the payment', async () => {
  await untilReview(service.customer('older-pays'), 'DEXA');
  const { integrator_price } = productRead();
  await underOtherSetting('older-pays', async (customer) => {
    await customer.open();
    await forgetPrice('older-pays');
    const view = await customer.answer('review', { return_url: `${origin}/book` });
    expect(asked).toEqual([integrator_price]);
    expect(view.summary.price?.amount).toBe(integrator_price);
  });
});

it('chooses a place that a version without prices has shown', async () => {
  const customer = service.customer('older-search');
  await choosePlace(customer, 'DEXA');
  const view = await customer.revisit('place');
  const [test] = at(view, 'place').results?.within_radius.at(-1)?.tests ?? [];
  await forgetPrice('older-search');
  const choose = { catalog_id: test?.catalog_id ?? '', offering_id: test?.offering_id ?? '' };
  at(await customer.answer('place', { choose }), 'product');
});
