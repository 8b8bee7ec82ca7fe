/** Find a place: the first read of a journey (Flow 1; DISC-02, DISC-15..DISC-26). */
import type { PlaceShows } from '../../contract/journey-api/views.ts';
import { Problem } from '../../errors.ts';
import { type Journey, notice, type Search } from '../journey.ts';
import { placeView } from '../place-view.ts';
import type { AnsweredStep, Needs } from '../step.ts';
import { zipPosition } from '../zip-position.ts';

const positionOf = (near: Search['near']) => ('zip' in near ? zipPosition(near.zip) : near);

async function find(search: Search, offersAlternates: boolean, needs: Needs): Promise<PlaceShows['results']> {
  const position = positionOf(search.near);
  if (!position) return null;
  const found = await needs.reads.locations({
    lat: position.lat,
    lng: position.lng,
    test_types: search.test_types.join(','),
    ...(search.page > 1 ? { page: search.page } : {}),
  });
  const asked = (testType: string) => search.test_types.some((type) => type === testType);
  return {
    within_radius: found.partners_within_radius.map((location) => placeView(location, asked)),
    nearest: found.nearest_partners.map((location) => placeView(location, asked)),
    alternates: offersAlternates
      ? found.alternate_test_partners.map((location) => placeView(location, (type) => !asked(type)))
      : [],
    page: found.pagination.page,
    total: found.pagination.total,
    total_pages: found.pagination.total_pages,
  };
}

async function shows(journey: Journey, needs: Needs): Promise<PlaceShows> {
  const search = journey.search;
  return {
    step: 'place',
    test_types: journey.offeredTests,
    search: search && {
      test_types: search.test_types,
      zip: 'zip' in search.near ? search.near.zip : null,
      lat: 'lat' in search.near ? search.near.lat : null,
      lng: 'lng' in search.near ? search.near.lng : null,
    },
    results: search && (await find(search, journey.offersAlternates, needs)),
  };
}

/** Only a pair that this journey's own search returned can be chosen (T43, T93). */
async function chosenAmongResults(
  journey: Journey,
  pair: { catalog_id: string; offering_id: string },
  needs: Needs,
) {
  const results = journey.search && (await find(journey.search, journey.offersAlternates, needs));
  for (const place of results ? [...results.within_radius, ...results.nearest, ...results.alternates] : []) {
    const test = place.tests.find(
      (t) => t.catalog_id === pair.catalog_id && t.offering_id === pair.offering_id,
    );
    if (test) return { ...test, place };
  }
  throw new Problem('place_not_offered');
}

export const place: AnsweredStep<'place'> = {
  name: 'place',
  done: (journey) => journey.chosen !== null,
  shows,
  async answer(journey, answer, needs) {
    if ('search' in answer) {
      const { near, page, test_types } = answer.search;
      const offered = test_types.filter((type) => journey.offeredTests.includes(type));
      if (offered.length === 0) throw new Problem('test_not_offered');
      const search = { test_types: offered, near, page: page ?? 1 };
      const unknown = positionOf(near) === null;
      return { journey: { ...journey, search, notice: unknown ? notice('zip_unknown') : null }, at: 'place' };
    }
    const chosen = await chosenAmongResults(journey, answer.choose, needs);
    if (chosen.offering_id === journey.chosen?.offering_id) return { journey: { ...journey, chosen } };
    const product = await needs.reads.product(chosen.catalog_id, chosen.offering_id);
    return {
      journey: {
        ...journey,
        chosen,
        product: { ...product, accepted: false },
        times: null,
        consent: journey.consent?.test_type === chosen.test_type ? journey.consent : null,
        evidence: journey.evidence?.test_type === chosen.test_type ? journey.evidence : null,
        prescreen: null,
      },
    };
  },
};
