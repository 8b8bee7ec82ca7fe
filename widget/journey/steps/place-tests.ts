/** Parts of the step "place": the tests as cards, the chosen test, and how booking works. */
import { html, nothing, type TemplateResult } from 'lit';
import type { TestType } from '../../../server/contract/upstream-api/test-types.ts';
import { testCards, place as words } from '../../texts/english.ts';
import { icon } from '../../ui/icon.ts';
import { testName } from '../../ui/test-names.ts';

/** Draws a card for each test. @param chosen the test that is chosen already */
export function testChoices(
  tests: readonly TestType[],
  chosen: TestType | undefined,
  pick: (test: TestType) => void,
): TemplateResult {
  return html`<ul class="tests">
    ${tests.map((type) => {
      return html`<li>
        <button class="offer" type="button" aria-current=${type === chosen ? 'true' : nothing} @click=${() => pick(type)}>
          <span class="name">${testName(type)}</span>
          <span class="about">${testCards(type)}</span>
          ${icon('forward')}
        </button>
      </li>`;
    })}
  </ul>`;
}

/** Draws the chosen test. @param change goes back to the tests; null if there is only one */
export function chosenTest(test: TestType | undefined, change: (() => void) | null): TemplateResult {
  return html`<div class="picked panel">
    <div>
      <p class="quiet">${words('test')}</p>
      <p><strong>${test === undefined ? '' : testName(test)}</strong></p>
    </div>
    ${
      change === null
        ? nothing
        : html`<button class="tertiary" type="button" aria-label=${words('changeTest')} @click=${change}>
            ${words('change')}
          </button>`
    }
  </div>`;
}

/** Draws the four parts of a booking. */
export function howItWorks(): TemplateResult {
  return html`<aside class="panel how" aria-labelledby="how">
    <h3 id="how">${words('stepsHeading')}</h3>
    <ol>
      ${[words('steps1'), words('steps2'), words('steps3'), words('steps4')].map((step) => html`<li>${step}</li>`)}
    </ol>
  </aside>`;
}
