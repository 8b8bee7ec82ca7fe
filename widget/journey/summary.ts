/** The choices so far: beside the step on a wide page, below it on a narrow one. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Summary } from '../../server/contract/journey-api/views.ts';
import { priceWords, shortMoment } from '../ui/format.ts';
import { testName } from '../ui/test-names.ts';
import { placeName, placeRest } from './steps/place-words.ts';

const row = (name: string, lines: (string | null)[], look = '') => html`<div class=${look}>
  <dt>${name}</dt>
  ${lines.filter((line) => line !== null && line !== '').map((line) => html`<dd class="figures">${line}</dd>`)}
</div>`;

/** Draws the summary; nothing before the first choice. */
export function summary({ test, place, times, price }: Summary): TemplateResult | typeof nothing {
  if (test === null && place === null && times === null && price === null) return nothing;
  return html`<aside class="summary" part="summary" aria-labelledby="summary-title">
    <h3 id="summary-title">Your booking</h3>
    <dl>
      ${test === null ? nothing : row('Test', [test.name ?? testName(test.test_type)])}
      ${place === null ? nothing : row('Place', [placeName(place), placeRest(place)])}
      ${
        times === null
          ? nothing
          : html`${row('First choice', [shortMoment(times.primary)])}
            ${row(times.alternates.length > 1 ? 'Alternates' : 'Alternate', times.alternates.map(shortMoment))}`
      }
      ${price === null ? nothing : row('Price', [priceWords(price)], 'price')}
    </dl>
  </aside>`;
}
