/** The list of chosen times, each with a button to remove it, and a sentence that says what to do next. */
import { html, type TemplateResult } from 'lit';
import { type ChosenTimes, nextWords, rankWords } from './chosen-times.ts';
import { longMoment, shortMoment } from './format.ts';
import type { Words } from './supplied.ts';

/**
 * Draws the chosen times in order.
 * @param leastAlternates how many alternates are required
 * @param drop removes a time
 */
export function chosenList(
  chosen: ChosenTimes,
  leastAlternates: 0 | 1,
  error: Words | undefined,
  drop: (time: string) => void,
): TemplateResult {
  const rows = chosen.map(
    (time, index) => html`<li>
      <span class="quiet">${rankWords(index)}</span><span class="figures">${shortMoment(time)}</span>
      <button class="tertiary" type="button" aria-label="Remove ${longMoment(time)}" @click=${() => drop(time)}>
        Remove
      </button>
    </li>`,
  );
  // Required rows keep their place while they are empty.
  const empty = [0, 1].slice(rows.length, 1 + leastAlternates).map(
    (index) => html`<li>
      <span class="quiet">${rankWords(index)}</span><span class="quiet">Not chosen yet</span>
    </li>`,
  );
  return html`<section class="panel" aria-labelledby="choices">
    <h3 id="choices" tabindex="-1">Your times</h3>
    <ol>${rows}${empty}</ol>
    <p id="alternates" tabindex="-1" role="status" class=${error === undefined ? 'quiet' : 'error'}>
      ${error ?? nextWords(chosen, leastAlternates)}
    </p>
  </section>`;
}
