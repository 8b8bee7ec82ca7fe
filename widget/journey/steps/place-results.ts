/**
 * The places that a search found: those within the radius in pages, or else the nearest ones and other tests,
 * labelled as such.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { PlaceShows, PlaceView } from '../../../server/contract/journey-api/views.ts';
import type { BatchedList } from '../../ui/batched-list.ts';
import { type BookableTest, placeCard } from './place-card.ts';

export interface PlaceResults {
  results: NonNullable<PlaceShows['results']>;
  busy: boolean;
  /** The offering whose answer is under way. */
  choosing: string | null;
  closed: boolean;
  choose: (test: BookableTest) => void;
  turn: (page: number) => void;
  batches: BatchedList;
}

/** Draws the results of a search. */
export function placeResults(it: PlaceResults): TemplateResult {
  const { within_radius: within, nearest, alternates, total } = it.results;
  const none = within.length + nearest.length + alternates.length === 0;
  return html`<section class="groups" aria-labelledby="results">
    <div>
      <h3 id="results" tabindex="-1">${within.length > 0 ? countWords(total) : 'Nothing near you for this test'}</h3>
      <p class="quiet">
        ${
          none
            ? 'Try another ZIP code, or change the test.'
            : 'Prices are in the currency of each place. You see the full price before you decide.'
        }
      </p>
    </div>
    <slot name="map"></slot>
    ${places(it, within)} ${pages(it)}
    ${places(it, nearest, 'The nearest places', 'They are further away than we usually look.')}
    ${places(
      it,
      alternates,
      'A different test, closer to you',
      'These places offer a different test from the one you chose.',
      true,
    )}
  </section>`;
}

const countWords = (total: number) => (total === 1 ? '1 place near you' : `${total} places near you`);

function places(
  it: PlaceResults,
  some: readonly PlaceView[],
  title?: string,
  words?: string,
  different = false,
) {
  if (some.length === 0) return nothing;
  const { choosing, closed, choose, batches } = it;
  const chosenIn = (portion: readonly PlaceView[]) =>
    portion.some(({ tests }) => tests.some(({ offering_id }) => offering_id === choosing));
  return html`<div class="stack">
    ${title === undefined ? nothing : html`<div><h3>${title}</h3><p class="quiet">${words}</p></div>`}
    <div role="list">
      ${batches.of(some).map(
        (portion) => html`<div class="portion" role="none">
          ${guard([some, closed, chosenIn(portion)], () =>
            portion.map((place) => placeCard({ place, different, choosing, closed, choose })),
          )}
        </div>`,
      )}
    </div>
  </div>`;
}

/** Only places within the radius have pages (DISC-17). */
function pages({ results, busy, turn }: PlaceResults) {
  const { page, total_pages: last } = results;
  if (results.within_radius.length === 0 || last < 2) return nothing;
  const button = (words: string, to: number) =>
    to < 1 || to > last
      ? html`<span></span>`
      : html`<button type="button" aria-disabled=${busy} @click=${() => turn(to)}>${words}</button>`;
  return html`<nav class="pages" aria-label="Pages of places">
    ${button('Previous', page - 1)}
    <p class="quiet figures">Page ${page} of ${last}</p>
    ${button('Next', page + 1)}
  </nav>`;
}
