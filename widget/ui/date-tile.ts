/** A date as a tile, like a page of a calendar. It repeats what is beside it in words, so that screen readers pass over it. */
import { css, html, type TemplateResult } from 'lit';
import { tileWords } from './format.ts';

/** A `.date-tile`. */
export const dateTileStyles = css`
  .date-tile {
    display: grid;
    justify-self: start;
    inline-size: calc(var(--_dx-size) * 4.5);
    padding-block: 8px 10px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    text-align: center;
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.43;
  }
  .date-tile strong {
    font-size: calc(var(--_dx-size) * 1.625);
    line-height: 1.23;
  }
`;

/**
 * Draws the tile.
 * @param date a date or a slot
 * @param look a class of the caller's own
 */
export function dateTile(date: string, look = ''): TemplateResult {
  const { weekday, day, month } = tileWords(date);
  return html`<div class="date-tile figures ${look}" aria-hidden="true">${weekday}<strong>${day}</strong>${month}</div>`;
}
