/** The bar of chosen times below the open times, with what to do next and the button of the form. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { formats, times } from '../texts/english.ts';
import { type ChosenTimes, nextWords, rankWords } from './chosen-times.ts';
import { longMoment, shortMoment, timeOfDay } from './format.ts';
import { icon } from './icon.ts';
import { icons } from './later-icons.ts';
import type { Words } from './marked-text.ts';
import { monthAndDay } from './month-grid.ts';

/**
 * The `.bar`. Once a time is chosen, it stays in view with one line, which opens to the list. It then takes less than a
 * fifth of the window: media queries measure in the font size of the browser, as the bar does. Its form is as high as
 * what it sticks to.
 */
export const chosenBarStyles = css`
  .bar {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 8px;
    padding: 8px;
    padding-inline-start: 16px;
    border: 1px solid var(--_hairline);
    border-radius: var(--_radius);
    background: var(--_raised);
  }
  .bar h3 {
    font-size: var(--_dx-size);
    line-height: 1.5;
  }
  .bar .next {
    min-block-size: 1.43em;
    margin: 0;
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.43;
  }
  .bar .actions > .primary {
    min-inline-size: 0;
  }
  .summary,
  .summary:hover {
    gap: 4px;
    justify-content: start;
    min-block-size: 28px;
    margin-inline: -4px;
    padding: 0 4px;
    border-color: transparent;
    background: none;
    font-size: calc(var(--_dx-size) * 0.875);
    font-weight: 650;
    text-align: start;
    overflow-wrap: normal;
  }
  .summary > svg {
    inline-size: 16px;
    rotate: -90deg;
  }
  .summary[aria-expanded='true'] > svg {
    rotate: 90deg;
  }
  .bar > ol {
    grid-column: 1 / -1;
    display: grid;
    gap: 4px;
    max-block-size: 40vh;
    margin: 8px 0 0;
    overflow-y: auto;
  }
  .bar li {
    display: grid;
    grid-template-columns: 3em minmax(0, 1fr) auto;
    align-items: center;
    gap: 8px;
    border-block-start: 1px solid var(--_hairline);
  }
  .bar .rank {
    font-weight: 650;
  }
  .bar li > button,
  .bar li > button:hover {
    min-inline-size: 44px;
    padding: 0;
    border-color: transparent;
    background: none;
    color: var(--_quiet);
  }
  .bar.held .next {
    padding-inline: 0;
  }
  /* The summary of errors says the rest. */
  .bar.held .next::before {
    content: none;
  }
  @container (max-width: 319px) {
    .bar.held {
      padding-inline-start: 12px;
    }
    .summary {
      gap: 3px;
      padding-inline-end: 1px;
    }
    .summary > .rank {
      display: none;
    }
  }
  @container (max-width: 479px) {
    .bar:not(.held) {
      grid-template-columns: minmax(0, 1fr);
      gap: 12px;
      padding: 12px 16px 16px;
    }
  }
  /* The text is so large that the longest word of the button needs the whole width. */
  @container (max-width: 15.9em) {
    .bar.held {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (min-width: 16em) and (max-width: 479px) {
    .bar.held .actions > .primary {
      max-inline-size: 112px;
      padding: 4px 8px;
    }
  }
  @media screen and (min-height: 25em) {
    .bar.held {
      position: sticky;
      inset-block-end: 8px;
      z-index: 1;
      box-shadow: 0 4px 20px rgb(0 0 0 / 14%);
    }
  }
`;

/** The content and callbacks of the bar. */
export interface ChosenBar {
  chosen: ChosenTimes;
  /** How many alternates are required. */
  leastAlternates: 0 | 1;
  /** Replaces the sentence that says what to do next. */
  error: Words | undefined;
  /** Whether the list of chosen times is open. */
  isOpen: boolean;
  /** Opens or closes the list. */
  toggle: () => void;
  /** Removes a time. */
  drop: (time: string) => void;
  /** The button of the form. */
  action: unknown;
}

/** Draws the bar: the first choice and how many are chosen, or what to choose first. */
export function chosenBar(it: ChosenBar): TemplateResult {
  const { chosen, leastAlternates, error, action } = it;
  const [first] = chosen;
  return html`<section class="bar ${first === undefined ? '' : 'held'}" aria-labelledby="choices">
    <div>
      <h3 id="choices" tabindex="-1" class=${first === undefined ? '' : 'visually-hidden'}>${times('chosen')}</h3>
      ${first === undefined ? nothing : summary(first, it)}
      <p id="alternates" tabindex="-1" role="status" class="next ${error === undefined ? 'quiet' : 'error'}">
        ${(first === undefined ? error : undefined) ?? nextWords(chosen, leastAlternates)}
      </p>
    </div>
    <div class="actions">${action}</div>
    ${it.isOpen && first !== undefined ? list(it) : nothing}
  </section>`;
}

function summary(first: string, { isOpen, toggle }: ChosenBar): TemplateResult {
  const moment = formats('moment', { date: monthAndDay(first), time: timeOfDay(first) });
  return html`<button class="summary offer" type="button" aria-expanded=${isOpen} @click=${toggle}>
    <span class="visually-hidden">${times('chosen')}</span>
    <span class="rank">${rankWords(0)}</span> <span class="figures">${moment}</span>
    ${icon(icons.open)}
  </button>`;
}

function list({ chosen, drop }: ChosenBar): TemplateResult {
  return html`<ol>
    ${chosen.map(
      (time, index) => html`<li>
        <span class="rank">${rankWords(index)}</span> <span class="figures">${shortMoment(time)}</span>
        <button type="button" aria-label=${times('remove', { time: longMoment(time) })} @click=${() => drop(time)}>
          ${icon(icons.close)}
        </button>
      </li>`,
    )}
  </ol>`;
}
