/** The clinics on show as GeoJSON, for a partner's own map in the slot `map`. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { OfferingPreview, PlaceShows, PlaceView } from '../../../server/contract/journey-api/views.ts';
import { emit } from '../public-events.ts';
import type { ClinicFeature, ClinicFeatures } from '../public-types.ts';
import { farPlaces, offeringOf } from './place-order.ts';
import { placeName, placeRest } from './place-words.ts';

type Previews = ReadonlyMap<string, OfferingPreview>;

/** The map in the slot of its host, and the clinics that it gets. */
export class PlaceMap implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #places: readonly PlaceView[] | null = null;
  #known = -1;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Passes on what the partner's page puts into the slot of the shell. */
  hostConnected(): void {
    if (this.#host.querySelector('slot') === null)
      this.#host.append(Object.assign(document.createElement('slot'), { name: 'map', slot: 'map' }));
  }

  /** Fires `dx-clinics` if the list, its order, a price or a next time has changed. */
  show(
    within: readonly PlaceView[],
    results: NonNullable<PlaceShows['results']>,
    previews: Previews,
    journeyId: string,
  ): void {
    if (this.#places === within && this.#known === previews.size) return;
    this.#places = within;
    this.#known = previews.size;
    const { near, others } = farPlaces(results);
    const clinics = clinicFeatures([...within, ...near, ...others.places], previews);
    emit(this.#host, 'dx-clinics', { journey_id: journeyId, clinics });
  }
}

/** @returns the clinics that have a position and can be booked */
function clinicFeatures(places: readonly PlaceView[], previews: Previews): ClinicFeatures {
  const features = places.flatMap((place): ClinicFeature[] => {
    const { lat, lng, distance_miles } = place;
    const id = offeringOf(place);
    if (lat === null || lng === null || id === null) return [];
    const { price = null, next_time = null } = previews.get(id) ?? {};
    return [
      {
        type: 'Feature',
        id,
        geometry: { type: 'Point', coordinates: [lng, lat] },
        properties: { name: placeName(place), address: placeRest(place), distance_miles, price, next_time },
      },
    ];
  });
  return { type: 'FeatureCollection', features };
}
