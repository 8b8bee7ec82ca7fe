/** A date as a leaf of a calendar. It repeats what is beside it in words, so that screen readers pass over it. */
import { css, html, type TemplateResult } from 'lit';
import { dateLeaf } from './format.ts';

/** A `.leaf`. */
export const leafStyles = css`
  .leaf {
    display: grid;
    justify-self: start;
    inline-size: 72px;
    padding-block: 8px 10px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    text-align: center;
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 20px;
  }
  .leaf strong {
    font-size: calc(var(--_dx-size) * 1.625);
    line-height: 32px;
  }
`;

/**
 * Draws the leaf.
 * @param date a date or a slot
 * @param look a class of the caller's own
 */
export function leaf(date: string, look = ''): TemplateResult {
  const { weekday, day, month } = dateLeaf(date);
  return html`<div class="leaf figures ${look}" aria-hidden="true">${weekday}<strong>${day}</strong>${month}</div>`;
}
