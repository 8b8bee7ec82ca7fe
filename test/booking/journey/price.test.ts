/** The price of a journey under a setting that changes between two starts of the server. */
import { expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config/config.ts';
import type { OfferingProduct } from '../../../server/contract/upstream-api/offerings.ts';
import { freePort } from '../../../server/core/free-port.ts';
import { watchApi } from '../../support/api-exchanges.ts';
import { at, untilReview } from '../../support/booking.ts';
import { Customer } from '../../support/customer.ts';
import { origin } from '../../support/full-api-server.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

let asked: number[];
const service = await serverOfFile();

/** Runs `work` against a server on the same database that reads prices otherwise. @param product entries of the assumptions */
async function underOtherSetting(
  id: string,
  work: (customer: Customer) => Promise<void>,
  product: object = { priceField: 'integrator_price' },
): Promise<void> {
  asked = [];
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({ ...service.env, PUBLIC_URL: url, PORT: String(port) });
  const { ASSUMPTIONS_FILE: assumptions } = config;
  const app = await createApp({
    config: {
      ...config,
      ASSUMPTIONS_FILE: {
        ...assumptions,
        product: { ...assumptions.product, ...product },
      },
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

it('is an amount of the currency where the service sends its smallest units [GAP-11]', async () => {
  await underOtherSetting(
    'cents',
    async (customer) => {
      const view = await untilReview(customer, 'DEXA');
      const { retail_price, currency } = productRead();
      expect(currency).toBe('USD');
      expect(at(view, 'review').total).toEqual({ amount: retail_price / 100, currency });
    },
    { amountUnit: 'minor' },
  );
});
