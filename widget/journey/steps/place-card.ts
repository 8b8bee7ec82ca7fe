/** The card of a clinic: address, distance, next open time, price, and one button per test. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { OfferingPreview, PlaceView } from '../../../server/contract/journey-api/views.ts';
import { clinics as words } from '../../texts/english.ts';
import { busyLabel } from '../../ui/busy-label.ts';
import { distanceWords, priceWords, shortMoment } from '../../ui/format.ts';
import { testName } from '../../ui/test-names.ts';
import { offeringOf } from './place-order.ts';
import { placeName, placeRest } from './place-words.ts';

/** A test of a clinic that can be booked. */
export type BookableTest = PlaceView['tests'][number];

/** The content and callbacks of a card. */
export interface PlaceCard {
  place: PlaceView;
  /** Whether it is another test than the requested one, which the card must say (DISC-22). */
  different: boolean;
  /** The price and the next time; undefined until they are known. */
  preview: OfferingPreview | undefined;
  /** The offering whose answer is under way. */
  choosing: string | null;
  /** Whether all buttons are disabled. */
  closed: boolean;
  choose: (test: BookableTest) => void;
}

/** A list of `.place` cards. */
export const placeCardStyles = css`
  .place {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px 24px;
    padding: 16px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    transition: border-color 120ms ease-out;
  }
  /* Out of sight, a portion costs neither style nor layout; it stays in the order of Tab and in what is read out. */
  .portion {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .portion:not(:last-child) {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 3900px;
  }
  .portion + .portion {
    margin-block-start: 16px;
  }
  .place .name {
    margin: 0;
    color: inherit;
    font-size: var(--_dx-size);
    font-weight: 650;
    line-height: 1.35;
  }
  .place .facts {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 16px;
    min-block-size: 24px;
  }
  .place .price {
    font-weight: 650;
  }
  /* Its line is there from the start, so that nothing moves when the time arrives. */
  .place .next {
    min-block-size: 1.43em;
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.43;
  }
  .place .choose {
    display: grid;
    gap: 8px;
  }
  .place.closed {
    border-color: var(--_hairline);
  }
  /* The whole card belongs to its only button. */
  .place.one button::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: var(--_radius);
  }
  .place.one:hover {
    border-color: var(--_text);
  }
  @container (min-width: 480px) {
    .place {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
    }
  }
`;

/** Draws the card of a clinic. */
export function placeCard(it: PlaceCard): TemplateResult {
  const { place, preview } = it;
  const only = place.tests.length === 1;
  return html`<div
    class="place ${only ? 'one' : place.tests.length === 0 ? 'closed' : ''}"
    role="listitem"
    data-offering=${offeringOf(place) ?? nothing}
  >
    <div>
      <h4 class="name"><span lang="en" dir="ltr">${placeName(place)}</span></h4>
      <p class="quiet"><span lang="en" dir="ltr">${placeRest(place)}</span></p>
      <p class="facts figures">
        ${
          place.distance_miles === null
            ? nothing
            : html`<span class="quiet">${words('away', { distance: distanceWords(place.distance_miles) })}</span>`
        }
        ${only && preview?.price ? html`<span class="price">${priceWords(preview.price)}</span>` : nothing}
      </p>
      ${only ? html`<p class="next figures">${preview === undefined ? nothing : nextTime(preview)}</p>` : nothing}
    </div>
    ${
      place.tests.length === 0
        ? html`<p class="quiet">${words('closed')}</p>`
        : html`<div class="choose">${place.tests.map((test) => chooseButton(test, it))}</div>`
    }
  </div>`;
}

function nextTime({ availability, next_time: time }: OfferingPreview): string {
  if (time !== null) return words('next', { time: shortMoment(time) });
  return words(availability === 'none' ? 'nextNone' : 'nextUnknown');
}

function chooseButton(test: BookableTest, { place, different, choosing, closed, choose }: PlaceCard) {
  const name = placeName(place);
  const waiting = choosing === test.offering_id;
  const isNamed = different || place.tests.length > 1;
  return html`<button
    class=${isNamed ? 'offer' : nothing}
    type="button"
    aria-disabled=${closed || waiting}
    aria-busy=${waiting}
    @click=${() => choose(test)}
  >
    ${busyLabel(isNamed ? words('chooseTest', { test: testName(test.test_type) }) : words('choose'), words('choosing'))}
    <span class="visually-hidden">${words(isNamed ? 'chooseAt' : 'chooseThis', { name })}</span>
  </button>`;
}
