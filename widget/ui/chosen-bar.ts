/** The bar of chosen times below the open times. It stays in view with what to do next and the buttons of the form. */
import { css, html, type TemplateResult } from 'lit';
import { times } from '../texts/english.ts';
import { type ChosenTimes, nextWords, rankWords } from './chosen-times.ts';
import { longMoment, shortMoment } from './format.ts';
import { icon } from './icon.ts';
import { icons } from './later-icons.ts';
import type { Words } from './marked-text.ts';

/** The `.bar`. Its form is as high as what it sticks to. */
export const chosenBarStyles = css`
  .bar {
    position: sticky;
    inset-block-end: 8px;
    z-index: 1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    padding: 12px 16px 16px;
    border: 1px solid var(--_hairline);
    border-radius: var(--_radius);
    background: var(--_raised);
    box-shadow: 0 4px 20px rgb(0 0 0 / 14%);
  }
  .bar > .head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
  }
  .bar h3 {
    font-size: var(--_dx-size);
    line-height: 24px;
  }
  /* One row that scrolls: four times on a phone must not cover the times to choose from. */
  .bar > ol {
    display: flex;
    gap: 8px;
    overflow-x: auto;
    margin-inline: -16px;
    padding: 2px 16px;
    scrollbar-width: none;
  }
  .bar li {
    flex: none;
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 48px;
    padding-inline: 12px 0;
    border: 1px solid var(--_accent);
    border-radius: var(--_radius);
    background: var(--_surface);
    white-space: nowrap;
  }
  .bar li.empty {
    flex: 1 1 0;
    padding-inline-end: 12px;
    border: 1px dashed var(--_line);
    line-height: 18px;
    white-space: normal;
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
  .bar .next {
    min-block-size: 20px;
    margin: 0;
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 20px;
  }
  @container (min-width: 480px) {
    .bar {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
      column-gap: 16px;
    }
    .bar > .actions {
      grid-area: 1 / 2;
    }
    .bar > ol {
      grid-area: 2 / 1 / auto / span 2;
      flex-wrap: wrap;
      overflow: visible;
      margin-inline: 0;
      padding-inline: 0;
    }
    .bar li.empty {
      flex: none;
    }
  }
  /* A low window would show the bar and nothing else. */
  @media (max-height: 480px) {
    .bar {
      position: static;
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
  /** Removes a time. */
  drop: (time: string) => void;
  /** The buttons of the form. */
  actions: unknown;
}

/** Draws the bar with the chosen times in order. */
export function chosenBar({ chosen, leastAlternates, error, drop, actions }: ChosenBar): TemplateResult {
  const rows = chosen.map(
    (time, index) => html`<li>
      <span class="rank">${rankWords(index)}</span><span class="figures">${shortMoment(time)}</span>
      <button type="button" aria-label=${times('remove', { time: longMoment(time) })} @click=${() => drop(time)}>
        ${icon(icons.close)}
      </button>
    </li>`,
  );
  const empty = [0, 1].slice(rows.length, 1 + leastAlternates).map(
    (index) => html`<li class="empty">
      <span class="rank">${rankWords(index)}</span><span class="quiet">${times('notYet')}</span>
    </li>`,
  );
  return html`<section class="bar" aria-labelledby="choices">
    <div class="head">
      <h3 id="choices" tabindex="-1">${times('chosen')}</h3>
      <p id="alternates" tabindex="-1" role="status" class="next ${error === undefined ? 'quiet' : 'error'}">
        ${error ?? nextWords(chosen, leastAlternates)}
      </p>
    </div>
    <ol>${rows}${empty}</ol>
    <div class="actions">${actions}</div>
  </section>`;
}
