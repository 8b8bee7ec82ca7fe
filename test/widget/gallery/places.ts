/** Invented places for the gallery and the component tests. */
import type {
  OfferingPreview,
  PlaceShows,
  PlaceView,
  Summary,
} from '../../../server/contract/journey-api/views.ts';

export const allTests: PlaceShows['test_types'] = [
  'CALST',
  'DEXA',
  'DEXABMD',
  'VO2',
  'RMR',
  'BODPOD',
  'HYDROSTATIC',
  'SECA',
];

let count = 0;
const id = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;

export function placeView(
  about: Partial<PlaceView> = {},
  testTypes: readonly string[] = ['CALST'],
): PlaceView {
  return {
    address_line_1: '120 North Wabash Avenue',
    address_line_2: 'Suite 200',
    city: 'Chicago',
    state: 'IL',
    postal_code: '60602',
    lat: 41.884,
    lng: -87.626,
    distance_miles: 1.24,
    starting_retail_price: 149,
    tests: testTypes.map((test_type) => ({ catalog_id: id(), offering_id: id(), test_type })),
    ...about,
  };
}

export const summary: Summary = {
  test: { test_type: 'CALST', name: 'Coronary Calcium Score' },
  place: placeView(),
  times: {
    primary: '2026-11-24T09:30:00-06:00',
    alternates: ['2026-11-24T13:00:00-06:00', '2026-11-27T08:00:00-06:00'],
  },
  price: { amount: 149, currency: 'USD' },
  paid: false,
};

const search = { test_types: ['CALST' as const], zip: '60602', lat: null, lng: null };
const none = {
  within_radius: [],
  nearest: [],
  alternates: [],
  radius_miles: 100,
  page: 1,
  total: 0,
  total_pages: 0,
};

export const placeStart: PlaceShows = {
  step: 'place',
  test_types: allTests,
  known_zip: null,
  search: null,
  results: null,
};

export const placeResults: PlaceShows = {
  ...placeStart,
  search,
  results: {
    ...none,
    within_radius: [
      placeView(),
      placeView({ address_line_1: '2215 West Montrose Avenue', address_line_2: null, distance_miles: 5.6 }),
      placeView({
        address_line_1: 'Kernspintomographiezentrumsgebäude am Donaudampfschifffahrtsgesellschaftsplatz 1138',
        distance_miles: 21.8,
        starting_retail_price: 189.5,
      }),
    ],
    total: 28,
    total_pages: 2,
  },
};

export const placeFallback: PlaceShows = {
  ...placeStart,
  search: { ...search, test_types: ['DEXA'] },
  results: {
    ...none,
    nearest: [
      placeView({ distance_miles: 164, city: 'Springfield', postal_code: '62701' }, ['DEXA']),
      placeView({ address_line_1: null, address_line_2: null, starting_retail_price: null }, []),
    ],
    alternates: [placeView({}, ['BODPOD']), placeView({ distance_miles: 0.04 }, ['SECA', 'HYDROSTATIC'])],
  },
};

export const placeNone: PlaceShows = { ...placeStart, search, results: none };

/** One clinic of each kind: open, with another currency and without times, and without an answer. */
export const previews = (offerings: string[]): OfferingPreview[] =>
  offerings.map((offering_id) => {
    const at = placeResults.results?.within_radius.findIndex(
      (place) => place.tests[0]?.offering_id === offering_id,
    );
    if (at === 1)
      return {
        offering_id,
        price: { amount: 269.5, currency: 'CAD' },
        availability: 'none',
        next_time: null,
      };
    if (at === 2) return { offering_id, price: null, availability: 'unknown', next_time: null };
    const next_time = '2026-11-24T08:00:00-06:00';
    return { offering_id, price: { amount: 149, currency: 'USD' }, availability: 'open', next_time };
  });
