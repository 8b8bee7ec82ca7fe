/**
 * The clinics that a search found: those within the radius in pages, or else the nearest ones and other tests,
 * labelled as such.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { OfferingPreview, PlaceShows, PlaceView } from '../../../server/contract/journey-api/views.ts';
import { clinics as words } from '../../texts/english.ts';
import type { BatchedList } from '../../ui/batched-list.ts';
import { distanceWords } from '../../ui/format.ts';
import { type BookableTest, placeCard } from './place-card.ts';
import { farPlaces, offeringOf, type PlaceOrder } from './place-order.ts';

type Results = NonNullable<PlaceShows['results']>;

/** The content and callbacks of the list. */
export interface PlaceResults {
  results: Results;
  /** `within_radius` in the order on show. */
  within: readonly PlaceView[];
  /** The name of the chosen test. */
  test: string;
  order: PlaceOrder;
  /** Whether times and prices for the order are still loading. */
  sorting: boolean;
  sort: (order: PlaceOrder) => void;
  previews: ReadonlyMap<string, OfferingPreview>;
  busy: boolean;
  /** The offering whose answer is under way. */
  choosing: string | null;
  /** Whether all buttons are disabled. */
  closed: boolean;
  choose: (test: BookableTest) => void;
  /** Goes to a page, counted from 1. */
  turn: (page: number) => void;
  batches: BatchedList;
}

/** The head of the list, and its pages. */
export const placeResultsStyles = css`
  .results-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 12px 24px;
  }
  .sort {
    display: flex;
    max-inline-size: 100%;
    align-items: center;
    gap: 8px;
  }
  .sort > label {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
  }
  .sort > select {
    min-inline-size: 0;
    min-block-size: 48px;
    padding-inline: 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
  }
  .pages {
    display: grid;
    grid-template-columns: 1fr auto 1fr;
    align-items: center;
    gap: 16px;
  }
  .pages > button {
    overflow-wrap: normal;
  }
  .pages > :first-child {
    justify-self: start;
  }
  .pages > :last-child {
    justify-self: end;
  }
`;

/** Draws the results of a search. */
export function placeResults(it: PlaceResults): TemplateResult {
  const { within, test } = it;
  const { total, radius_miles: radius } = it.results;
  const { near, others } = farPlaces(it.results);
  const distance = distanceWords(radius);
  const none = within.length + near.length + others.places.length === 0;
  return html`<section class="groups">
    <div class="results-head">
      <div>
        <h3 id="results" tabindex="-1">
          ${within.length > 0 ? words('found', { count: total, distance }) : words('foundNone', { distance, test })}
        </h3>
        ${none ? html`<p class="quiet">${words('foundNothing')}</p>` : nothing}
      </div>
      ${within.length > 1 ? sorting(it) : nothing}
    </div>
    <slot name="map"></slot>
    ${places(it, within)} ${pages(it)}
    ${places(it, near, words('nearest', { count: near.length }), words('nearestLead', { distance }))}
    ${places(it, others.places, words(others.areCloser ? 'otherCloser' : 'other'), words('otherLead', { test }), true)}
  </section>`;
}

function sorting({ order, sorting: isSorting, sort }: PlaceResults) {
  const option = (value: PlaceOrder, label: string) =>
    html`<option value=${value} ?selected=${value === order}>${label}</option>`;
  return html`<div class="sort">
    <label for="sort">${words('sort')}</label>
    <select
      id="sort"
      aria-busy=${isSorting}
      @change=${(event: Event) => sort((event.currentTarget as HTMLSelectElement).value as PlaceOrder)}
    >
      ${option('distance', words('sortDistance'))} ${option('soonest', words('sortSoonest'))}
      ${option('price', words('sortPrice'))}
    </select>
    <span class="visually-hidden" role="status"
      >${isSorting ? words('sorting') : order === 'distance' ? '' : words('sorted')}</span
    >
  </div>`;
}

function places(
  it: PlaceResults,
  some: readonly PlaceView[],
  title?: string,
  lead?: string,
  different = false,
) {
  if (some.length === 0) return nothing;
  const { choosing, closed, choose, batches, previews } = it;
  const chosenIn = (portion: readonly PlaceView[]) =>
    portion.some(({ tests }) => tests.some(({ offering_id }) => offering_id === choosing));
  const knownIn = (portion: readonly PlaceView[]) =>
    portion.filter((place) => previews.has(offeringOf(place) ?? '')).length;
  return html`<div class="stack">
    ${title === undefined ? nothing : html`<div><h3>${title}</h3><p class="quiet">${lead}</p></div>`}
    <div role="list">
      ${batches.of(some).map(
        (portion) => html`<div class="portion" role="none">
          ${guard([some, closed, chosenIn(portion), knownIn(portion)], () =>
            portion.map((place) => {
              const preview = previews.get(offeringOf(place) ?? '');
              return placeCard({ place, different, preview, choosing, closed, choose });
            }),
          )}
        </div>`,
      )}
    </div>
  </div>`;
}

/** Only clinics within the radius have pages (DISC-17). */
function pages({ results, busy, turn }: PlaceResults) {
  const { page, total_pages: last } = results;
  if (results.within_radius.length === 0 || last < 2) return nothing;
  const button = (label: string, to: number) =>
    to < 1 || to > last
      ? html`<span></span>`
      : html`<button type="button" aria-disabled=${busy} @click=${() => turn(to)}>${label}</button>`;
  return html`<nav class="pages" aria-label=${words('pages')}>
    ${button(words('pageBefore'), page - 1)}
    <p class="quiet figures">${words('page', { page, last })}</p>
    ${button(words('pageAfter'), page + 1)}
  </nav>`;
}
