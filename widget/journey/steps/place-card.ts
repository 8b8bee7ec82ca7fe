/** The card of a place: street, distance, price, and one button per test. */
import { css, html, nothing, type TemplateResult } from 'lit';
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

/** A list of `.place` cards. */
export const placeCardStyles = css`
  .place {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    padding: 16px;
    border: 1px solid var(--_hairline);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  /* Out of sight, a portion costs neither style nor layout; it stays in the order of Tab and in what is read out. */
  .portion {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .portion:not(:last-child) {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 3200px;
  }
  .portion + .portion {
    margin-block-start: 16px;
  }
  .place .name {
    font-weight: 650;
    line-height: 1.35;
  }
  .place .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    margin-block-start: 4px;
  }
  .place .choose {
    display: grid;
    gap: 8px;
  }
  @container (min-width: 480px) {
    .place {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
    }
  }
`;

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
