/** The clinics of a search in the order that the customer chose. */
import type { LitElement } from 'lit';
import type { PlaceShows, PlaceView } from '../../../server/contract/journey-api/views.ts';
import { offeringOf, type PlaceOrder, sortPlaces } from './place-order.ts';
import type { PlacePreviews } from './place-previews.ts';

/** How many clinics are asked for times and prices to sort by them. */
const mostSorted = 40;

type Results = NonNullable<PlaceShows['results']>;

/** The order of the list in one host. */
export class SortedPlaces {
  order: PlaceOrder = 'distance';
  readonly #host: LitElement;
  readonly #previews: PlacePreviews;
  #last: { places: readonly PlaceView[]; order: PlaceOrder; from: Results | null } = {
    places: [],
    order: 'distance',
    from: null,
  };

  constructor(host: LitElement, previews: PlacePreviews) {
    this.#host = host;
    this.#previews = previews;
  }

  /** Asks for what the order needs. The list keeps its order until it is known. */
  sort(order: PlaceOrder, results: Results): void {
    this.order = order;
    if (order !== 'distance') this.#previews.want(offeringsOf(results));
    this.#host.requestUpdate();
  }

  /** Whether the order waits for times and prices. */
  isSorting(results: Results): boolean {
    return this.order !== 'distance' && !this.#previews.areLoaded(offeringsOf(results));
  }

  /** @returns the same list until the results or the order change, so that cards in view stay as they are */
  of(results: Results): readonly PlaceView[] {
    const order = this.isSorting(results) ? 'distance' : this.order;
    if (this.#last.from !== results || this.#last.order !== order)
      this.#last = {
        places: sortPlaces(results.within_radius, order, this.#previews.known),
        order,
        from: results,
      };
    return this.#last.places;
  }
}

const offeringsOf = ({ within_radius: places }: Results) =>
  places.slice(0, mostSorted).flatMap((place) => offeringOf(place) ?? []);
