/** The customer finds and chooses a place: the first read of a journey (Flow 1; DISC-02, DISC-15..DISC-26). */
import type { PlaceShows, PlaceView } from '../../contract/journey-api/views.ts';
import {
  defaultRadiusMiles,
  type FallbackLocation,
  type Locations,
  type LocationsQuery,
} from '../../contract/upstream-api/locations.ts';
import { Problem } from '../../errors.ts';
import {
  type ChosenOffering,
  type Journey,
  notice,
  type PlaceLimits,
  type Search,
} from '../journey-state.ts';
import { shownPrice } from '../price.ts';
import type { AnsweredStep, StepAnswers, StepDeps, Transition } from '../step.ts';
import { zipPosition } from '../zip-position.ts';

type Results = PlaceShows['results'];
type Choice = Extract<StepAnswers['place'], { choose: unknown }>['choose'];
type SearchAnswer = Extract<StepAnswers['place'], { search: unknown }>['search'];

const positionOf = async (near: Search['near']) => ('zip' in near ? zipPosition(near.zip) : near);

/** A location as the page sees it; fields that a fallback list leaves out are null (GAP-07). */
const placeView = (location: FallbackLocation, isBookable: (testType: string) => boolean): PlaceView => ({
  address_line_1: location.address_line_1 ?? null,
  address_line_2: location.address_line_2 ?? null,
  city: location.city ?? null,
  state: location.state ?? null,
  postal_code: location.postal_code ?? null,
  lat: location.lat ?? null,
  lng: location.lng ?? null,
  distance_miles: location.distance_miles ?? null,
  starting_retail_price: location.starting_retail_price ?? null,
  tests: (location.tests ?? [])
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
  const shown = (places: FallbackLocation[], isBookable: (testType: string) => boolean): PlaceView[] =>
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
          page: found.pagination.page,
          total: found.pagination.total,
          total_pages: found.pagination.total_pages,
        }),
  };
}

/** Far more pages than places near one position fill. */
const mostPages = 20;

/** Reads all pages of a search, so that a place of the page's own choice is found on any of them. */
async function readAllPages(query: LocationsQuery, deps: StepDeps): Promise<Locations> {
  const found = await deps.reads.locations(query);
  const pages = Math.min(found.pagination.total_pages, mostPages);
  for (let page = 2; page <= pages; page++) {
    const next = await deps.reads.locations({ ...query, page });
    found.partners_within_radius.push(...next.partners_within_radius);
  }
  return found;
}

/** The places that the page wants to offer, each with the tests that it wants to offer there. */
function withinLimits(
  places: FallbackLocation[],
  { locations, offerings, radiusMiles }: PlaceLimits,
): FallbackLocation[] {
  return places
    .filter(({ id }) => locations === null || (id !== undefined && locations.includes(id)))
    .filter(({ distance_miles: miles }) => radiusMiles === null || miles == null || miles <= radiusMiles)
    .map((place) =>
      offerings === null
        ? place
        : { ...place, tests: place.tests?.filter((test) => offerings.includes(test.offering_id)) },
    )
    .filter(({ tests }) => offerings === null || (tests && tests.length > 0));
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
 * @returns the transition; null if several tests are offered, so that the customer first chooses one
 * @throws UpstreamError
 */
export async function searchAtOpening(
  journey: Journey,
  near: Search['near'],
  deps: StepDeps,
): Promise<Transition | null> {
  if (journey.offeredTests.length !== 1) return null;
  const found = await search(journey, { near, test_types: journey.offeredTests }, deps);
  const [only, ...others] = placesOf(found.read as Results).flatMap(({ tests }) => tests);
  if (journey.limits.offerings === null || !only || others.length > 0) return found;
  return choose(found.journey, only, deps);
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
async function chosenAmongResults(journey: Journey, pair: Choice, deps: StepDeps): Promise<ChosenOffering> {
  // A search of an older version has no places with it.
  const offered = journey.search?.offered ?? placesOf(await readResults(journey, deps));
  for (const place of offered) {
    const test = place.tests.find(
      (each) => each.catalog_id === pair.catalog_id && each.offering_id === pair.offering_id,
    );
    if (test) return { ...test, place };
  }
  throw new Problem('place_not_offered');
}

/** Takes the chosen place with its product and fixes the price; what was made for another place is dropped. */
async function choose(journey: Journey, pair: Choice, deps: StepDeps): Promise<Transition> {
  const chosen = await chosenAmongResults(journey, pair, deps);
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
  present: ({ offeredTests, search }, results) => ({
    step: 'place',
    test_types: offeredTests,
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
