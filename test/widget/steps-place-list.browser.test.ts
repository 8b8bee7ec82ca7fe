/** The list of clinics in the place step: prices and next times, its order, far clinics and a partner's map. */
import type { OfferingPreview } from '../../server/contract/journey-api/views.ts';
import { assert, equal, until } from './assert.ts';
import { all, at, byId, one, settled, words } from './gallery/controls.ts';
import { placeFallback, placeResults, placeView } from './gallery/places.ts';
import type { Step } from './gallery/step-harness.ts';

const { results: someResults } = placeResults;
assert(someResults !== null, 'places');

type Asked = { offerings: string[]; received: (previews: OfferingPreview[]) => void };
let asked: Asked[] = [];
/** Answers what was asked, and what will be. */
let reply = () => {};

function preview(offering_id: string): OfferingPreview {
  const index =
    someResults?.within_radius.findIndex(({ tests }) => tests[0]?.offering_id === offering_id) ?? 0;
  return {
    offering_id,
    price: { amount: 150 - index, currency: index === 1 ? 'CAD' : 'USD' },
    availability: 'open',
    next_time: `2026-11-${26 - index}T08:00:00-06:00`,
  };
}
function answerAll(): void {
  reply = () => {
    for (const { offerings, received } of asked.splice(0)) received(offerings.map(preview));
  };
  reply();
}

async function sortBy(step: Step, order: string): Promise<void> {
  const select = byId<HTMLSelectElement>(step, 'sort');
  select.value = order;
  select.dispatchEvent(new Event('change'));
  await settled(step);
}

describe('The list of clinics', () => {
  // The shell answers it.
  const take = (event: Event) => {
    asked.push((event as CustomEvent<Asked>).detail);
    reply();
  };
  beforeEach(() => {
    asked = [];
    reply = () => {};
    document.addEventListener('dx-preview', take);
  });
  afterEach(() => document.removeEventListener('dx-preview', take));

  it('shows prices and next times when they arrive, and nothing moves', async () => {
    const { step } = await at({ shows: placeResults });
    await until(() => asked.length > 0, 'the cards in view ask');
    const heights = () => all(step, '.place').map((card) => card.getBoundingClientRect().height);
    const before = heights();
    answerAll();
    one(step, '.portion').scrollIntoView({ block: 'end' });
    await until(() => all(step, '.place .price').length === 3, 'the prices');
    equal(heights(), before);
    equal(words(one(step, '.place .price')), '$150');
    equal(words(one(step, '.place .next')), 'Next open time: Thu, Nov 26, 8:00 AM');
  });

  it('sorts by the next time and by the price, each currency by itself', async () => {
    const { step } = await at({ shows: placeResults });
    const names = () => all(step, '.place .name').map((name) => words(name).slice(0, 4));
    equal(names(), ['120 ', '2215', 'Kern']);
    await until(() => asked.length > 0, 'the cards in view ask');
    const select = byId<HTMLSelectElement>(step, 'sort');
    await sortBy(step, 'soonest');
    equal(words(one(step, '.sort [role=status]')), 'Checking times and prices');
    equal(names(), ['120 ', '2215', 'Kern'], 'the order until the times are known');
    answerAll();
    await until(() => names()[0] === 'Kern', 'the soonest first');
    equal(names(), ['Kern', '2215', '120 ']);
    await sortBy(step, 'price');
    // The second clinic has another currency.
    equal(names(), ['Kern', '120 ', '2215']);
    await sortBy(step, 'distance');
    equal(names(), ['120 ', '2215', 'Kern']);
    equal(select.selectedOptions[0]?.text, 'Distance');
  });

  it('calls another test closer only where it is, and shows nobody clinics a day away', async () => {
    const far = (miles: number, name: string, test: string) =>
      placeView({ distance_miles: miles, address_line_1: name }, [test]);
    const shown = async (nearest: number, ...others: number[]) => {
      const results = {
        ...someResults,
        within_radius: [],
        total: 0,
        nearest: [far(nearest, 'Nearest', 'DEXA'), far(900, 'Too far', 'DEXA')],
        alternates: others.map((miles) => far(miles, `Other ${miles}`, 'SECA')),
      };
      const { step } = await at({ shows: { ...placeFallback, results } });
      return [all(step, 'h3').map(words)[2], ...all(step, '.place .name').map(words)];
    };
    equal(await shown(297, 120, 338), ['A different test, closer to you', 'Nearest', 'Other 120']);
    equal(await shown(164, 120, 240), ['A different test', 'Nearest', 'Other 120', 'Other 240']);
  });

  it('gives the clinics on show to a map as GeoJSON, which the slot holds', async () => {
    const told: { clinics: { features: { id: string; geometry: unknown; properties: object }[] } }[] = [];
    const listen = (event: Event) => told.push((event as CustomEvent).detail);
    document.addEventListener('dx-clinics', listen);
    const { step } = await at({ shows: placeResults });
    document.removeEventListener('dx-clinics', listen);
    const [feature, ...others] = told.at(-1)?.clinics.features ?? [];
    equal(others.length, 2);
    equal(feature?.geometry, { type: 'Point', coordinates: [-87.626, 41.884] });
    equal(feature?.properties, {
      name: '120 North Wabash Avenue',
      address: 'Suite 200, Chicago, IL 60602',
      distance_miles: 1.24,
      price: null,
      next_time: null,
    });
    equal(step.querySelector('slot')?.assignedSlot?.name, 'map');
  });
});
