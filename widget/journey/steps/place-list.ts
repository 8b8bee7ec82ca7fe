/**
 * The list of clinics with its order, its prices and next times, and the partner's map. It loads after the first
 * screen, which needs none of it.
 */
import type { LitElement, TemplateResult } from 'lit';
import type { PlaceShows } from '../../../server/contract/journey-api/views.ts';
import { BatchedList } from '../../ui/batched-list.ts';
import { placeCardStyles } from './place-card.ts';
import { PlaceMap } from './place-map.ts';
import { PlacePreviews } from './place-previews.ts';
import { type PlaceResults, placeResults, placeResultsStyles } from './place-results.ts';
import { SortedPlaces } from './sorted-places.ts';

/** What the step adds to the list. */
export interface PlaceListFrame
  extends Pick<PlaceResults, 'test' | 'busy' | 'choosing' | 'closed' | 'choose' | 'turn'> {
  results: NonNullable<PlaceShows['results']>;
}

/** The list in one host. Create it once. */
export class PlaceList {
  readonly #batches: BatchedList;
  readonly #previews: PlacePreviews;
  readonly #sorted: SortedPlaces;
  readonly #map: PlaceMap;

  constructor(host: LitElement) {
    this.#batches = new BatchedList(host);
    this.#previews = new PlacePreviews(host);
    this.#sorted = new SortedPlaces(host, this.#previews);
    this.#map = new PlaceMap(host);
    const root = host.renderRoot as ShadowRoot;
    for (const { styleSheet } of [placeCardStyles, placeResultsStyles])
      root.adoptedStyleSheets.push(styleSheet as CSSStyleSheet);
  }

  /** Draws the list. */
  render(frame: PlaceListFrame): TemplateResult {
    const { results } = frame;
    return placeResults({
      ...frame,
      within: this.#sorted.of(results),
      order: this.#sorted.order,
      sorting: this.#sorted.isSorting(results),
      sort: (order) => this.#sorted.sort(order, results),
      previews: this.#previews.known,
      batches: this.#batches,
    });
  }

  /** Tells the partner's map. Call it after each update that drew the list. */
  drawn(results: NonNullable<PlaceShows['results']>, journeyId: string): void {
    this.#map.show(this.#sorted.of(results), results, this.#previews.known, journeyId);
  }
}
