/** The summary of errors above a form. It takes the focus after a failed attempt, and each line links to its field. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { form } from '../texts/english.ts';
import { icon } from './icon.ts';
import type { Words } from './marked-text.ts';

/** `id` of the control in the same root; null when the error belongs to no control. */
export interface SummaryEntry {
  id: string | null;
  message: Words;
}

/** The `.error-summary` above a form. */
export const errorSummaryStyles = css`
  .error-summary {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 4px 12px;
    padding: 14px 16px;
    border: 1px solid var(--_danger);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_danger) 8%, var(--_surface));
    scroll-margin-block: 16px;
  }
  .error-summary > svg {
    margin-block-start: 2px;
    color: var(--_danger);
  }
  .error-summary > p {
    font-weight: 650;
  }
  .error-summary > ul {
    grid-column: 2;
  }
  .error-summary a {
    display: inline-block;
    padding-block: 4px;
    color: var(--_danger);
  }
`;

function lead(event: Event, id: string): void {
  event.preventDefault();
  const root = (event.currentTarget as Element).getRootNode() as ShadowRoot | Document;
  const field = root.getElementById(id);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/** Draws the summary; nothing without entries. */
export function errorSummary(entries: readonly SummaryEntry[]): TemplateResult | typeof nothing {
  if (entries.length === 0) return nothing;
  return html`<div class="error-summary" role="group" aria-labelledby="error-summary-title" aria-describedby="error-summary-list" tabindex="-1">
    ${icon('alert')}
    <p id="error-summary-title">${form('errorTitle')}</p>
    <ul id="error-summary-list">
      ${entries.map(
        ({ id, message }) =>
          html`<li>
            ${id === null ? message : html`<a href="#${id}" @click=${(event: Event) => lead(event, id)}>${message}</a>`}
          </li>`,
      )}
    </ul>
  </div>`;
}

/** Moves the focus to the summary. Call it after the update that draws the summary. */
export function focusErrorSummary(root: ParentNode): void {
  const summary = root.querySelector<HTMLElement>('.error-summary');
  summary?.focus({ preventScroll: true });
  summary?.scrollIntoView({ block: 'start' });
}
