/** Configuration, locations, products and times. */
import { deepEqual, equal, match, notEqual, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { answers, each } from '../assertions.ts';
import { nobody, offeringPath, pairOf, timesOf } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief, type Client } from '../client.ts';
import { consentModes, physicianModes, type Shape, testTypes } from '../shapes.ts';
import type { Trial } from '../trial.ts';

const { must, should, told, checks } = defineArea(
  'discovery',
  'Endpoints: Discovery and configuration',
  null,
);
/** The checks of this area. */
export const discovery = checks;

const newYork = 'lat=40.7128&lng=-74.0060';
/** Far from everything. */
const nowhere = 'lat=64.2008&lng=-149.4937';

const search = async (client: Client, query = '') =>
  (await client.get<Shape<'locations'>>(`/v1/locations${query && `?${query}`}`)).data;

must.read`configuration: a key has a configuration [CFG-01] [CFG-03] [CFG-05] [CFG-06]`(
  async ({ partner }) => {
    const { data } = await partner.get<Shape<'configuration'>>('/v1/integration-configuration');
    deepEqual(data.customer_consent.mode, partner.consentMode);
  },
);

must.levers`six-configurations: all six combinations of the two choices can be provisioned [CFG-07] [CFG-08] [ENV-04] [ENV-16]`(
  (trial) =>
    each(
      consentModes.flatMap((consent) => physicianModes.map((physician) => [consent, physician] as const)),
      async ([customer_consent_mode, physician_order_mode]) => {
        const key = await trial.key({ customer_consent_mode, physician_order_mode });
        const { data } = await key.get<Shape<'configuration'>>('/v1/integration-configuration');
        equal(data.customer_consent.mode, customer_consent_mode);
        equal(data.physician_order.mode, physician_order_mode);
      },
    ),
);

must.levers`configuration-unavailable: a configuration that cannot be read is 409 [ERR-19]`(async (trial) => {
  await trial.set({ configuration_available: false });
  const answer = await trial.partner.get('/v1/integration-configuration');
  answers(answer, '409 INTEGRATION_CONFIGURATION_UNAVAILABLE');
});

told.read`configuration-values: what the environment and the version look like [GAP-01]`(
  async ({ partner }) => {
    const { data } = await partner.get<Shape<'configuration'>>('/v1/integration-configuration');
    return [data.environment, data.configuration_version];
  },
);

must.read`pages: without a position, locations are a paginated catalog of 25 a page [DISC-01] [DISC-06] [DISC-15] [LIM-03] [DISC-10] [DISC-11] [DISC-12] [DISC-13] [DISC-14]`(
  async ({ partner }) => {
    const first = await search(partner);
    partialDeepStrictEqual(first, {
      pagination: { page: 1, page_size: 25 },
      nearest_partners: [],
      alternate_test_partners: [],
    });
    const { total, total_pages } = first.pagination;
    equal(first.partners_within_radius.length, Math.min(25, total));
    equal(total_pages, Math.ceil(total / 25));
    if (total <= 25) return;
    const second = await search(partner, 'page=2');
    notEqual(second.partners_within_radius[0]?.id, first.partners_within_radius[0]?.id);
    deepEqual(
      (await search(partner, 'page_size=10')).partners_within_radius,
      first.partners_within_radius.slice(0, 10),
    );
  },
);

must.read`pages-whole: the pages hold every location once [DISC-16]`(async ({ partner }) => {
  const { pagination } = await search(partner, 'page_size=20');
  const pages = await Promise.all(
    Array.from({ length: pagination.total_pages }, (_, n) => search(partner, `page_size=20&page=${n + 1}`)),
  );
  const ids = pages.flatMap((page) => page.partners_within_radius.map(({ id }) => id));
  equal(new Set(ids).size, pagination.total);
  equal(ids.length, pagination.total);
});

must.read`radius: a radius is 100 miles unless the search says another [DISC-08] [LIM-04]`(({ partner }) =>
  each(testTypes, async (testType) => {
    const found = (await search(partner, `${newYork}&test_types=${testType}`)).partners_within_radius;
    for (const { distance_miles, tests } of found) {
      ok((distance_miles ?? 101) <= 100);
      deepEqual([...new Set(tests.map((test) => test.test_type))], [testType]);
    }
    const near = await search(partner, `${newYork}&radius_miles=10&test_types=${testType}`);
    for (const { distance_miles } of near.partners_within_radius) ok((distance_miles ?? 11) <= 10);
  }),
);

must.read`test-types: a search takes a comma list of test types [DISC-03] [DISC-07]`(async ({ partner }) => {
  const found = await search(partner, 'test_types=RMR,SECA');
  const types = found.partners_within_radius.flatMap(({ tests }) => tests.map((test) => test.test_type));
  deepEqual([...new Set(types)].sort(), ['RMR', 'SECA']);
});

must.read`fallbacks: if nothing is near, there are at most two nearest places, and other tests only in place of DEXA [DISC-18] [DISC-19] [DISC-20] [LIM-05] [LIM-06] [GAP-07]`(
  async ({ partner }) => {
    const dexa = await search(partner, `${nowhere}&test_types=DEXA`);
    deepEqual(dexa.partners_within_radius, []);
    equal(dexa.nearest_partners.length, 2);
    const alternates = dexa.alternate_test_partners.flatMap(({ tests = [] }) =>
      tests.map((test) => test.test_type),
    );
    const groups = Object.values(Object.groupBy(alternates, (type) => type));
    ok(groups.length > 0 && groups.every((group) => group.length <= 10));
    ok(!alternates.includes('DEXA'));
    partialDeepStrictEqual(dexa.meta, { nearest_partners_limit: 2, alternate_partners_per_test_limit: 10 });
    deepEqual((await search(partner, `${nowhere}&test_types=RMR`)).alternate_test_partners, []);
    deepEqual((await search(partner, `${newYork}&test_types=DEXA`)).nearest_partners, []);
  },
);

must.read`fallback-pages: pages are of partners_within_radius only, and a page past the last has no fallbacks [DISC-16] [DISC-18]`(
  async ({ partner }) => {
    const { nearest_partners, alternate_test_partners } = await search(partner, `${nowhere}&test_types=DEXA`);
    const paged = await search(partner, `${nowhere}&test_types=DEXA&page=2&page_size=1`);
    deepEqual(
      [paged.nearest_partners, paged.alternate_test_partners],
      [nearest_partners, alternate_test_partners],
    );
    const past = await search(partner, `${newYork}&test_types=DEXA&page=99`);
    const lists = [past.partners_within_radius, past.nearest_partners, past.alternate_test_partners];
    deepEqual(lists, [[], [], []]);
  },
);

should.read`nearest-first: the nearest comes first, priced by its cheapest test of the search [GAP-09]`(
  async ({ partner }) => {
    const found = await search(partner, `${nowhere}&test_types=DEXA`);
    for (const list of [
      (await search(partner, newYork)).partners_within_radius,
      found.nearest_partners,
      found.alternate_test_partners.filter(({ tests }) => tests?.[0]?.test_type === 'BODPOD'),
    ]) {
      const miles = list.map(({ distance_miles }) => distance_miles ?? -1);
      deepEqual(
        miles,
        miles.toSorted((a, b) => a - b),
      );
    }
    const [cheap] = (await search(partner, `${newYork}&test_types=CALST,VO2`)).partners_within_radius;
    const prices = await Promise.all(
      (cheap?.tests ?? []).map(
        async (pair) =>
          (await partner.get<Shape<'offeringProduct'>>(`${offeringPath(pair)}/products`)).data.product
            .retail_price,
      ),
    );
    equal(cheap?.starting_retail_price, Math.min(...prices));
  },
);

must.read`bad-search: a position comes in pairs, and a radius with a position [ERR-12]`(({ partner }) =>
  each(['lat=40.7', 'lng=-74', 'radius_miles=10'], async (query) =>
    answers(await partner.get(`/v1/locations?${query}`), 400),
  ),
);

told.read`odd-search: searches that no sentence is about [GAP-09] [GAP-08] [GAP-10]`(async ({ partner }) => {
  const odd = [
    ...['lat=&lng=', 'lat=abc&lng=1', 'lat=91&lng=0', `${newYork}&radius_miles=-1`],
    ...['test_types=MRI', 'page=0', 'page_size=101', 'zip=10001'],
  ];
  const answered: Record<string, unknown> = {};
  for (const query of odd) answered[query] = brief(await partner.get(`/v1/locations?${query}`));
  const { meta, alternate_test_partners } = await search(partner, `${nowhere}&test_types=DEXA`);
  const alternates = new Set(
    alternate_test_partners.flatMap(({ tests = [] }) => tests.map((test) => test.test_type)),
  );
  const without = await search(partner);
  return {
    ...answered,
    pagination_applies_to: meta.pagination_applies_to,
    fallbacks: Object.keys(meta.fallback_behavior),
    alternates: [...alternates],
    'distance without a position': without.partners_within_radius[0]?.distance_miles,
  };
});

must.read`pairs-resolve: an offering that a search just returned resolves on both routes [DISC-43] [DISC-24] [DISC-28] [DISC-34] [DISC-37] [DISC-38]`(
  async ({ partner }) => {
    const found = (await search(partner, 'page_size=100')).partners_within_radius.flatMap(
      ({ tests }) => tests,
    );
    const some = found.filter((_, index) => index % Math.ceil(found.length / 30) === 0);
    await each(some, async (pair) => {
      const product = await partner.get<Shape<'offeringProduct'>>(`${offeringPath(pair)}/products`);
      answers(product, 200);
      equal(product.data.product.test_type, pair.test_type);
      const times = await partner.get<Shape<'availability'>>(`${offeringPath(pair)}/schedule`);
      ok([200, 503].includes(times.status), `schedule ${times.status}`);
      if (times.status === 503) return;
      const { schedule } = times.data;
      equal(schedule.offering_id, pair.offering_id);
      for (const { available_date, available_times } of schedule.available_dates)
        for (const { available_time } of available_times)
          match(available_time, new RegExp(`^${available_date}T`));
    });
  },
);

/** Offerings with a trait, as a sandbox lists them. */
async function withTrait(trial: Trial, trait: string) {
  const { json } = await trial.control<{
    offerings: { catalog_id: string; offering_id: string; traits: string[] }[];
  }>('GET', '/catalog');
  return json.offerings.filter(({ traits }) => traits.includes(trait));
}

must.levers`traits: notes, empty calendars and calendars that cannot be read [DISC-27] [DISC-45] [ERR-16] [ERR-34]`(
  async (trial) => {
    const { partner } = trial;
    const first = async (trait: string) =>
      offeringPath((await withTrait(trial, trait))[0] ?? { catalog_id: nobody, offering_id: nobody });
    const noted = await partner.get<Shape<'offeringProduct'>>(`${await first('additional_note')}/products`);
    ok(noted.data.additional_note);
    const plain = await partner.get<Shape<'offeringProduct'>>(
      `${offeringPath(await pairOf(partner, 'DEXA'))}/products`,
    );
    ok(!plain.data.additional_note);
    const empty = await partner.get<Shape<'availability'>>(`${await first('empty_schedule')}/schedule`);
    deepEqual(empty.data.schedule.available_dates, []);
    answers(await partner.get(`${await first('calendar_unavailable')}/schedule`), 503);
  },
);

must.read`unknown-offering: an offering that does not exist is 404 [DISC-45]`(async ({ partner }) => {
  const { catalog_id } = await pairOf(partner, 'DEXA');
  for (const part of ['products', 'schedule'])
    answers(await partner.get(`/v1/locations/${catalog_id}/offerings/${nobody}/${part}`), 404);
});

must.levers`price-of-key: integrator_price is the price of the key [DISC-31]`(async (trial) => {
  const path = `${offeringPath(await pairOf(trial.partner, 'DEXA'))}/products`;
  const { json } = await trial.control<{ keys: { api_key: string }[] }>('GET', '/keys');
  const prices = await Promise.all(
    json.keys.map(
      async ({ api_key }) => (await trial.client(api_key).get<Shape<'offeringProduct'>>(path)).data.product,
    ),
  );
  ok(prices.every(({ integrator_price, retail_price }) => integrator_price < retail_price));
  ok(new Set(prices.map(({ integrator_price }) => integrator_price)).size > 1);
});

must.levers`taken: a time that was taken is not offered [DISC-36] [GAP-14]`(async (trial) => {
  const pair = await pairOf(trial.partner, 'DEXA');
  const [available_time, next] = await timesOf(trial.partner, pair);
  await trial.control('POST', '/slots/take', { offering_id: pair.offering_id, available_time });
  equal((await timesOf(trial.partner, pair))[0], next);
  const before = await timesOf(trial.partner, pair);
  await trial.advance(10 * 86_400);
  const { json } = await trial.control<{ now: string }>('GET', '/clock');
  const after = await timesOf(trial.partner, pair);
  ok(after.every((time) => Date.parse(time) > Date.parse(json.now)));
  ok(before.some((time) => Date.parse(time) < Date.parse(json.now)));
});
