/**
 * The list of clinics with its order, its prices and next times, and the partner's map. It loads after the first
 * screen, which needs none of it.
 */
import type { LitElement, TemplateResult } from 'lit';
import type { PlaceShows, PlaceView } from '../../../server/contract/journey-api/views.ts';
import { BatchedList } from '../../ui/batched-list.ts';
import { type BookableTest, placeCardStyles } from './place-card.ts';
import { PlaceMap } from './place-map.ts';
import { offeringOf, type PlaceOrder, sortPlaces } from './place-order.ts';
import { PlacePreviews } from './place-previews.ts';
import { type PlaceResults, placeResults, placeResultsStyles } from './place-results.ts';

/** How many clinics are asked for times and prices to sort by them. */
const mostSorted = 40;

type Results = NonNullable<PlaceShows['results']>;

/** The clinics of a search in the order that the customer chose, in one host. */
class SortedPlaces {
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

/** Where to search: around a ZIP code or a position. */
export type Near = { zip: string } | { lat: number; lng: number };

/** The callbacks and texts that the step adds to the list. */
export interface PlaceListFrame extends Pick<PlaceResults, 'test' | 'busy'> {
  results: NonNullable<PlaceShows['results']>;
  /** The search that found them. */
  near: PlaceShows['search'];
  /** Sends the choice of an offering. */
  answer(choice: { choose: { catalog_id: string; offering_id: string; accept: true } }): void;
  /** Searches for another page of results. */
  search(near: Near, page: number): void;
}

/** The list in one host. Create it once. */
export class PlaceList {
  readonly #batches: BatchedList;
  readonly #previews: PlacePreviews;
  readonly #sorted: SortedPlaces;
  readonly #map: PlaceMap;
  readonly #host: LitElement;
  /** The offering whose answer is under way. */
  #choosing: string | null = null;
  /** Set one frame after `#choosing`, so that the pressed button is drawn before a thousand others are disabled. */
  #closed = false;
  #frame: PlaceListFrame | null = null;

  constructor(host: LitElement) {
    this.#host = host;
    this.#batches = new BatchedList(host, '.portion');
    this.#previews = new PlacePreviews(host);
    this.#sorted = new SortedPlaces(host, this.#previews);
    this.#map = new PlaceMap(host);
    const root = host.renderRoot as ShadowRoot;
    for (const { styleSheet } of [placeCardStyles, placeResultsStyles])
      root.adoptedStyleSheets.push(styleSheet as CSSStyleSheet);
  }

  /** Draws the list. */
  render(frame: PlaceListFrame): TemplateResult {
    const { results, busy } = frame;
    if (this.#frame?.busy && !busy) {
      this.#choosing = null;
      this.#closed = false;
    }
    this.#frame = frame;
    return placeResults({
      ...frame,
      choosing: this.#choosing,
      closed: this.#closed,
      choose: (test) => this.#choose(test),
      turn: (page) => this.#turn(page),
      within: this.#sorted.of(results),
      order: this.#sorted.order,
      sorting: this.#sorted.isSorting(results),
      sort: (order) => this.#sorted.sort(order, results),
      previews: this.#previews.known,
      batches: this.#batches,
    });
  }

  #choose({ catalog_id, offering_id }: BookableTest): void {
    if (this.#frame?.busy) return;
    this.#choosing = offering_id;
    this.#host.requestUpdate();
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.#closed = this.#choosing !== null;
        this.#host.requestUpdate();
      }),
    );
    this.#frame?.answer({ choose: { catalog_id, offering_id, accept: true } });
  }

  #turn(page: number): void {
    if (this.#frame === null || this.#frame.busy) return;
    const { near, search } = this.#frame;
    const { zip = null, lat = null, lng = null } = near ?? {};
    if (zip !== null) search({ zip }, page);
    else if (lat !== null && lng !== null) search({ lat, lng }, page);
  }

  /** Tells the partner's map. Call it after each update that drew the list. */
  drawn(results: NonNullable<PlaceShows['results']>, journeyId: string): void {
    this.#map.show(this.#sorted.of(results), results, this.#previews.known, journeyId);
  }
}

/**
 * Scrolls to a card, and focuses its first button. Does nothing without such a card.
 * @param root the shadow root of the step
 * @param offeringId the id that `offeringOf` returns for the clinic of the card
 */
export function showCard(root: ParentNode, offeringId: string): void {
  const card = root.querySelector(`[data-offering="${CSS.escape(offeringId)}"]`);
  card?.scrollIntoView({ block: 'center' });
  card?.querySelector('button')?.focus({ preventScroll: true });
}
