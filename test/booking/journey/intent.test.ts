/** What the page asks for when it opens the booking: tests, a position and places; and a booking that is finished. */

import { describe, expect, it } from 'vitest';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { at, choosePlace, untilReview, untilSent } from '../../support/booking.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

let aheadMs = 0;
const service = await serverOfFile({ clock: systemClock(() => Date.now() + aheadMs) });

const near = { zip: '10002' };
const found = (view: JourneyView) => at(view, 'place').results?.within_radius ?? [];

describe('An untouched booking', () => {
  it('follows the tests of the page that opens it', async () => {
    const customer = service.customer('tests');
    await customer.open({ test_types: ['DEXA'] });
    await customer.draft('place', { zip: '10002' });
    const first = await customer.open({ test_types: ['DEXA'] });
    const second = await customer.open({ test_types: ['CALST'] });
    expect([second.journey_id, at(second, 'place').test_types]).toEqual([first.journey_id, ['CALST']]);
    expect(at(await customer.open(), 'place').test_types.length).toBeGreaterThan(2);
  });

  it('drops the results of another test, and searches near the position of the page', async () => {
    const customer = service.customer('near');
    expect(found(await customer.open({ test_types: ['DEXA'], near })).length).toBeGreaterThan(1);
    const view = await customer.open({ test_types: ['CALST'], near: { lat: 40.715, lng: -73.985 } });
    expect(at(view, 'place').search).toMatchObject({ test_types: ['CALST'], lat: 40.715 });
    const tests = found(view).flatMap((place) => place.tests.map(({ test_type }) => test_type));
    expect(new Set(tests)).toEqual(new Set(['CALST']));
  });

  it('waits for the choice of a test if the page offers several', async () => {
    const view = await service.customer('several').open({ test_types: ['DEXA', 'CALST'], near });
    expect(at(view, 'place').results).toBeNull();
  });

  it('says that the ZIP code of the page is not known', async () => {
    const view = await service.customer('nowhere').open({ test_types: ['DEXA'], near: { zip: '00000' } });
    expect(view.notice?.code).toBe('zip_unknown');
  });

  it('opens while the service does not answer the search of the page', async () => {
    await service.sandbox.fault('GET', '/v1/locations', { kind: 'status', status: 500 }, { times: 9 });
    const view = await service.customer('silent').open({ test_types: ['DEXA'], near });
    expect(at(view, 'place').results).toBeNull();
    expect(service.logged()).toContain('journey.search_failed');
    await service.sandbox.clearFaults();
  });
});

describe('The limits of a page', () => {
  it('leave its places, from every page of the search', async () => {
    const everywhere = { lat: 40.7, lng: -74 };
    const key = { 'x-api-key': service.env.UPSTREAM_API_KEY ?? '' };
    const query = 'lat=40.7&lng=-74&radius_miles=3000&test_types=DEXA&page=2';
    const response = await fetch(`${service.wire.url}/v1/locations?${query}`, { headers: key });
    const { data } = (await response.json()) as { data: { partners_within_radius: { id: string }[] } };
    const { id = '' } = data.partners_within_radius[0] ?? {};
    const asked = { test_types: ['DEXA' as const], near: everywhere, radius_miles: 3000, locations: [id] };
    const view = await service.customer('places').open(asked);
    expect(found(view)).toHaveLength(1);
    expect(at(view, 'place').results).toMatchObject({ page: 1, total: 1, total_pages: 1 });
  });

  it('choose a single offering at once', async () => {
    const last = found(await service.customer('all').open({ test_types: ['DEXA'], near })).at(-1);
    const offerings = [last?.tests[0]?.offering_id ?? ''];
    const view = await service.customer('offering').open({ test_types: ['DEXA'], near, offerings });
    expect(view.shows).toMatchObject({ step: 'product', place: { address_line_1: last?.address_line_1 } });
  });

  it('leave the places within its radius', async () => {
    const customer = service.customer('radius');
    const wide = found(await customer.open({ test_types: ['DEXA'], near }));
    const miles = wide.map(({ distance_miles }) => distance_miles ?? 0).sort((a, b) => a - b);
    const radius_miles = ((miles[0] ?? 0) + (miles.at(-1) ?? 0)) / 2;
    const close = found(await customer.open({ test_types: ['DEXA'], near, radius_miles }));
    expect(close).toHaveLength(miles.filter((each) => each <= radius_miles).length);
    expect(close.length).toBeLessThan(wide.length);
  });

  it('are refused if an id cannot be one', async () => {
    const customer = service.customer('wrong');
    const reply = await customer.call<{ code: string }>('POST', '/journeys', { offerings: ['over here'] });
    expect([reply.status, reply.body.code]).toEqual([422, 'invalid_fields']);
  });
});

it('A booking with a chosen place stays as it is', async () => {
  const customer = service.customer('chosen');
  const chosen = await choosePlace(customer, 'DEXA');
  const view = await customer.open({ test_types: ['CALST'], near });
  expect([view.journey_id, view.shows.step]).toEqual([chosen.journey_id, 'times']);
});

describe('A finished booking', () => {
  async function book(id: string): Promise<JourneyView> {
    const customer = service.customer(id);
    return untilSent(customer, await untilReview(customer, 'DEXA'));
  }

  it('stays for half an hour, and then gives way to a new one that names it', async () => {
    const sent = await book('finished');
    const again = await service.customer('finished').open();
    expect([again.journey_id, again.shows.step]).toEqual([sent.journey_id, 'sent']);
    aheadMs += 31 * 60_000;
    const later = service.customer('finished');
    const next = await later.open();
    const previous = { journey_id: sent.journey_id, test_type: 'DEXA' };
    expect(next).toMatchObject({ shows: { step: 'place' }, previous });
    const read = await later.call<JourneyView>('GET', `/journeys/${sent.journey_id}`);
    expect(read.body).toMatchObject({ shows: { step: 'sent' }, can_start_over: true });
    await later.open();
    await later.draft('place', { zip: '10002' });
    const begun = await later.open({ start_over: true });
    expect(begun).toMatchObject({ is_stored: true, previous, draft: { zip: '10002' } });
    expect((await later.open({ start_over: true })).journey_id).toBe(begun.journey_id);
  });

  it('is named after a start over, and to no other user', async () => {
    const sent = await book('again');
    const customer = service.customer('again');
    expect((await customer.open({ start_over: true })).previous?.journey_id).toBe(sent.journey_id);
    const other = service.customer('other');
    await other.open();
    expect((await other.call('GET', `/journeys/${sent.journey_id}`)).status).toBe(404);
  });
});
