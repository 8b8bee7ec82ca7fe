/** The choices so far: beside the step on a wide page, below it on a narrow one. */
import { html, nothing, type TemplateResult } from 'lit';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { summary as say } from '../locales/en/summary.ts';
import { priceWords, shortMoment } from '../ui/format.ts';
import { placeLines, testLine } from './steps/place-words.ts';

const row = (name: string, lines: readonly unknown[], look = '') => html`<div class=${look}>
  <dt>${name}</dt>
  ${lines.map((line) => html`<dd class="figures">${line}</dd>`)}
</div>`;

/** These steps list the choices themselves, or the choices do not take place. */
const without: readonly StepName[] = ['review', 'sent', 'blocked'];

/** Draws the summary; nothing before the first choice, and at the steps `review`, `sent` and `blocked`. */
export function summary({ shows, summary: chosen }: JourneyView): TemplateResult | typeof nothing {
  const { test, place, times, price } = chosen;
  if (without.includes(shows.step)) return nothing;
  if (test === null && place === null && times === null && price === null) return nothing;
  return html`<aside class="summary" part="summary" aria-labelledby="summary-title">
    <h3 id="summary-title">${say('heading')}</h3>
    <dl>
      ${test === null ? nothing : row(say('test'), [testLine(test)])}
      ${place === null ? nothing : row(say('clinic'), placeLines(place))}
      ${
        times === null
          ? nothing
          : html`${row(say('firstChoice'), [shortMoment(times.primary)])}
            ${row(say('otherChoices', { count: times.alternates.length }), times.alternates.map(shortMoment))}`
      }
      ${price === null ? nothing : row(say('price'), [priceWords(price)], 'price')}
    </dl>
  </aside>`;
}
