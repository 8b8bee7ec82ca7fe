/** The card of a place: street, distance, price, and one button per test. */
import { html, nothing, type TemplateResult } from 'lit';
import type { PlaceView } from '../../../server/contract/journey-api/views.ts';
import { amountWords, distanceWords } from '../../ui/format.ts';
import { testName } from '../../ui/test-names.ts';
import { placeName, placeRest } from './place-words.ts';

/** A test of a place that can be booked. */
export type BookableTest = PlaceView['tests'][number];

export interface PlaceCard {
  place: PlaceView;
  /** Whether it is another test than the requested one, which the card must say (DISC-22). */
  different: boolean;
  /** The offering whose answer is under way. */
  choosing: string | null;
  /** Whether all buttons are disabled. */
  closed: boolean;
  choose: (test: BookableTest) => void;
}

/** Draws the card of a place. */
export function placeCard({ place, different, choosing, closed, choose }: PlaceCard): TemplateResult {
  const name = placeName(place);
  const many = place.tests.length > 1;
  return html`<div class="place" role="listitem">
    <div>
      <h4 class="name">${name}</h4>
      <p class="quiet">${placeRest(place)}</p>
      <p class="facts quiet figures">
        ${place.distance_miles === null ? nothing : html`<span>${distanceWords(place.distance_miles)} away</span>`}
        ${
          place.starting_retail_price === null
            ? nothing
            : html`<span>Price from ${amountWords(place.starting_retail_price)}</span>`
        }
      </p>
    </div>
    ${
      place.tests.length === 0
        ? html`<p class="quiet">Cannot be booked here</p>`
        : html`<div class="choose">
            ${place.tests.map((test) => {
              const waiting = choosing === test.offering_id;
              const named = different || many;
              const words = named ? `Choose ${testName(test.test_type)}` : 'Choose';
              return html`<button
                type="button"
                aria-disabled=${closed || waiting}
                aria-busy=${waiting}
                @click=${() => choose(test)}
              >
                <span class="swap">
                  <span class="ready">${words}</span>
                  <span class="waiting"><span class="spinner"></span>Choosing</span>
                </span>
                <span class="visually-hidden">${named ? 'at' : 'this place,'} ${name}</span>
              </button>`;
            })}
          </div>`
    }
  </div>`;
}
