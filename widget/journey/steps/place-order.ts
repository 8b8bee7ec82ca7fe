/** The order of the clinics in the list, and which of the far ones are worth showing. */
import type { OfferingPreview, PlaceShows, PlaceView } from '../../../server/contract/journey-api/views.ts';

/** The orders of the list. */
export type PlaceOrder = 'distance' | 'soonest' | 'price';
type Previews = ReadonlyMap<string, OfferingPreview>;

/** Farther than this is not a drive for a test, in miles. */
const drivableMiles = 250;

/** The id of a card's offering: of a clinic with several tests, the first; null without tests. */
export const offeringOf = ({ tests }: PlaceView): string | null => tests[0]?.offering_id ?? null;

const previewOf = (place: PlaceView, previews: Previews) => previews.get(offeringOf(place) ?? '');

/**
 * Sorts clinics. Those whose time or price is not known come last, in the order of the service, which is by distance.
 * Prices of different currencies are not compared: the most frequent currency comes first.
 * @param places in the order of the service
 * @param previews by the offering of each card
 */
export function sortPlaces(
  places: readonly PlaceView[],
  order: PlaceOrder,
  previews: Previews,
): readonly PlaceView[] {
  if (order === 'distance') return places;
  const currencies = new Map<string, number>();
  for (const place of places) {
    const currency = previewOf(place, previews)?.price?.currency;
    if (currency !== undefined) currencies.set(currency, (currencies.get(currency) ?? 0) + 1);
  }
  const ranked = [...currencies.keys()].sort((a, b) => (currencies.get(b) ?? 0) - (currencies.get(a) ?? 0));
  const keyOf = (place: PlaceView): [number, number] => {
    const { price, next_time: time } = previewOf(place, previews) ?? { price: null, next_time: null };
    if (order === 'soonest') return [0, time === null ? Number.POSITIVE_INFINITY : Date.parse(time)];
    return price === null ? [ranked.length, 0] : [ranked.indexOf(price.currency), price.amount];
  };
  const keyed = places.map((place) => ({ place, key: keyOf(place) }));
  const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);
  return keyed
    .sort((a, b) => compare(a.key[0], b.key[0]) || compare(a.key[1], b.key[1]))
    .map(({ place }) => place);
}

/**
 * Picks the clinics of the two fallback lists that are on show.
 * @returns `near`: the nearest within a drive, or else the first one; `others`: those with another test within a drive,
 *   and whether all of them are closer than the closest one of `near`
 */
export function farPlaces({ nearest, alternates }: NonNullable<PlaceShows['results']>) {
  const near = drivable(nearest);
  return { near, others: otherTests(alternates, near) };
}

/** @returns the clinics within a drive, and if there is none, the first */
function drivable(places: readonly PlaceView[]): readonly PlaceView[] {
  const near = places.filter(isDrivable);
  return near.length > 0 ? near : places.slice(0, 1);
}

/**
 * Picks the clinics with another test that are worth showing, and says whether all of them are closer than the closest
 * one with the chosen test.
 */
function otherTests(
  others: readonly PlaceView[],
  nearest: readonly PlaceView[],
): { places: readonly PlaceView[]; areCloser: boolean } {
  const miles = (place: PlaceView) => place.distance_miles ?? Number.POSITIVE_INFINITY;
  const places = others.filter(isDrivable);
  const closest = Math.min(...nearest.map(miles));
  const areCloser = Number.isFinite(closest) && places.every((place) => miles(place) < closest);
  return { places, areCloser };
}

const isDrivable = ({ distance_miles: miles }: PlaceView) => miles === null || miles <= drivableMiles;
