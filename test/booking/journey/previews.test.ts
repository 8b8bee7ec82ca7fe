/** Prices and next times in the list of places, and the choice that skips a page without a decision. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPreviews } from '../../../server/booking/journey/previews.ts';
import type { OfferingPreviews, PlaceView } from '../../../server/contract/journey-api/views.ts';
import { UpstreamError } from '../../../server/core/errors.ts';
import { assumptionsWith } from '../../support/assumptions.ts';
import { at } from '../../support/booking.ts';
import type { Customer, Reply } from '../../support/customer.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

const service = await serverOfFile();

/** The places near New York for a test. */
async function search(customer: Customer): Promise<PlaceView[]> {
  await customer.open();
  const view = await customer.answer('place', { search: { test_types: ['DEXA'], near: { zip: '10002' } } });
  return at(view, 'place').results?.within_radius ?? [];
}

const idOf = (place: PlaceView | undefined) => place?.tests[0]?.offering_id ?? '';
const ids = (places: readonly PlaceView[]) => places.map(idOf);
const read = (customer: Customer, offerings: readonly string[]): Promise<Reply<OfferingPreviews>> =>
  customer.call('POST', `/journeys/${customer.view?.journey_id}/previews`, { offerings });
const readsOfOfferings = () => service.wire.requests.filter(({ url }) => url.includes('/offerings/')).length;

describe('The list of places', () => {
  it('has the price in its currency and the first free time of each offering [DISC-25] [DISC-42]', async () => {
    const customer = service.customer('looks');
    const places = await search(customer);
    const { body } = await read(customer, ids(places));
    const previews = new Map(body.previews.map((preview) => [preview.offering_id, preview]));
    expect(previews.get(idOf(places[0]))).toMatchObject({ price: { currency: 'USD' }, availability: 'open' });
    const empty = places.find(({ address_line_1: street }) => street === '52 Merrow Avenue');
    expect(previews.get(idOf(empty))).toMatchObject({ availability: 'none', next_time: null });
    const [test] = places[0]?.tests ?? [];
    await customer.answer('place', {
      choose: { catalog_id: test?.catalog_id ?? '', offering_id: idOf(places[0]), accept: true },
    });
    const view = await customer.read();
    expect(at(view, 'times').dates?.[0]?.times[0]).toBe(previews.get(idOf(places[0]))?.next_time);
    expect(view.summary.price).toEqual(previews.get(idOf(places[0]))?.price);
  });

  it('begins again where a later page has become empty', async () => {
    const customer = service.customer('turns-the-page');
    const places = await search(customer);
    const view = await customer.answer('place', {
      search: { test_types: ['DEXA'], near: { zip: '10002' }, page: 9 },
    });
    expect(at(view, 'place').results).toMatchObject({ page: 1, within_radius: places });
  });

  it('is read once for all customers', async () => {
    const first = service.customer('first');
    const offerings = ids(await search(first));
    await read(first, offerings);
    const before = readsOfOfferings();
    const second = service.customer('second');
    await search(second);
    const { body } = await read(second, offerings);
    expect(body.previews).toHaveLength(offerings.length);
    expect(readsOfOfferings()).toBe(before);
  });

  it('reads four offerings at a time', async () => {
    let running = 0;
    let most = 0;
    const product = async () => {
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
      throw new UpstreamError({ status: 503 });
    };
    const readPreviews = createPreviews({
      reads: { product, schedule: product },
      assumptions: assumptionsWith(),
    });
    const pairs = Array.from({ length: 12 }, (_, index) => ({ catalog_id: 'a', offering_id: `${index}` }));
    const previews = await readPreviews(pairs);
    expect(previews.map(({ availability, price }) => [availability, price])).toEqual(
      pairs.map(() => ['unknown', null]),
    );
    expect(most).toBe(4);
  });

  it('reads nothing that the last search did not find', async () => {
    const customer = service.customer('asks-for-others');
    const [place] = await search(service.customer('finds'));
    await customer.open();
    await customer.draft('place', { zip: '10002' });
    const before = readsOfOfferings();
    expect((await read(customer, [idOf(place)])).body).toEqual({ previews: [] });
    expect((await read(customer, ['not an id'])).status).toBe(422);
    expect(readsOfOfferings()).toBe(before);
  });
});

describe('A choice that accepts the test', () => {
  it('goes on to the times; back leads to the places', async () => {
    const customer = service.customer('accepts');
    const [place] = await search(customer);
    const choose = { catalog_id: place?.tests[0]?.catalog_id ?? '', offering_id: idOf(place) };
    const view = await customer.answer('place', { choose: { ...choose, accept: true } });
    at(view, 'times');
    expect(view.steps.filter((step) => step.can_revisit).map(({ name }) => name)).toEqual(['place']);
  });

  it('still shows a place with a note, which must be read before the payment', async () => {
    const customer = service.customer('reads');
    const places = await search(customer);
    const noted = places.find(({ address_line_1: street }) => street === '180 Harrowgate Street');
    const choose = { catalog_id: noted?.tests[0]?.catalog_id ?? '', offering_id: idOf(noted) };
    const view = await customer.answer('place', { choose: { ...choose, accept: true } });
    expect(at(view, 'product').additional_note).toBeTruthy();
  });
});
