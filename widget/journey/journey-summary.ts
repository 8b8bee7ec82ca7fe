/** The choices so far: beside the step on a wide page, below it on a narrow one. */
import { css, html, nothing, type PropertyDeclarations } from 'lit';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { summary as say } from '../texts/english.ts';
import { BaseElement } from '../ui/base-element.ts';
import { define } from '../ui/define.ts';
import { lineStart, priceWords, shortMoment } from '../ui/format.ts';
import { tokens } from '../ui/tokens.ts';
import { placeLines, testLine } from './steps/place-words.ts';

const styles = css`
  :host {
    padding: 20px;
    border: 1px solid var(--_hairline);
    border-radius: var(--_radius);
    background: var(--_raised);
  }
  h3 {
    font-size: var(--_dx-size);
  }
  dl > div {
    padding-block: 12px;
    border-block-end: 1px solid var(--_hairline);
  }
  dl > div:last-child {
    padding-block-end: 0;
    border: 0;
  }
  dt {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.43;
  }
  .price {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 4px 16px;
  }
  .price dd {
    font-weight: 650;
  }
`;

const row = (name: string, lines: readonly unknown[], look = '') => html`<div class=${look}>
  <dt>${name}</dt>
  ${lines.map((line) => html`<dd class="figures">${line}</dd>`)}
</div>`;

/** The booking draws its tag when something is chosen. */
class JourneySummary extends BaseElement {
  static override styles = [tokens, styles];
  static override properties: PropertyDeclarations = { chosen: { attribute: false } };

  chosen!: JourneyView['summary'];

  protected override render() {
    const { test, place, times, price, paid: isPaid } = this.chosen;
    return html`<aside aria-labelledby="title">
      <h3 id="title">${say('heading')}</h3>
      <dl>
        ${test === null ? nothing : row(say('test'), [testLine(test)])}
        ${place === null ? nothing : row(say('clinic'), placeLines(place))}
        ${
          times === null
            ? nothing
            : html`${row(say('firstChoice'), [lineStart(shortMoment(times.primary))])}
              ${row(
                say('otherChoices', { count: times.alternates.length }),
                times.alternates.map((time) => lineStart(shortMoment(time))),
              )}`
        }
        ${price === null ? nothing : row(say(isPaid ? 'paid' : 'price'), [priceWords(price)], 'price')}
      </dl>
    </aside>`;
  }
}

define('dx-journey-summary', JourneySummary);
