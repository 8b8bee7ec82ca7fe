/** Draws known facts as lines of a name and a value, with a button to change them. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { form } from '../texts/english.ts';
import type { Words } from './marked-text.ts';

/** A line. */
export interface Fact {
  name: Words;
  /** Several are lines below each other. */
  value: Words | readonly Words[];
  /** Draws "Change" beside the value. `of` names the line. */
  change?: { of: Words; press: () => void };
}

/** The styles of `.facts` and of a `.known` group of them. */
export const factStyles = css`
  .facts {
    display: grid;
    gap: 12px;
  }
  .facts > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
  }
  .facts > div:has(> .change) {
    column-gap: 16px;
  }
  .facts dt {
    grid-column: 1;
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.43;
  }
  .facts dd {
    grid-column: 1;
    overflow-wrap: anywhere;
  }
  .facts .change {
    grid-area: 1 / 2 / 3;
    align-self: center;
  }
  .facts.ruled {
    gap: 0;
  }
  .facts.ruled > div {
    padding-block: 12px;
    border-block-end: 1px solid var(--_hairline);
  }
  .facts.ruled > div:first-child {
    border-block-start: 1px solid var(--_hairline);
  }
  .known {
    padding: 16px;
    border: 1px solid var(--_hairline);
    border-radius: var(--_radius);
  }
  .known > .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 16px;
    margin-block: -12px 4px;
  }
  .head > h3 {
    flex: 1 1 min-content;
    min-inline-size: min-content;
    padding-block: 12px;
  }
  .known + .known {
    margin-block-start: -16px;
  }
  .change button,
  .head > button {
    flex: none;
    margin-inline-end: -8px;
    white-space: nowrap;
  }
`;

/**
 * Draws the facts as a list of names and values. The element includes `factStyles`.
 * @param look `ruled` draws a line above the first fact and below each. @default no lines
 */
export function facts(list: readonly Fact[], look: '' | 'ruled' = ''): TemplateResult {
  return html`<dl class="facts ${look}">
    ${list.map(
      ({ name, value, change }) => html`<div>
        <dt>${name}</dt>
        ${[value].flat().map((line) => html`<dd class="figures">${line}</dd>`)}
        ${change === undefined ? nothing : html`<dd class="change">${changeButton(change.of, change.press)}</dd>`}
      </div>`,
    )}
  </dl>`;
}

/** Draws a group of lines with one button for all of them. @param id unique in the root */
export function knownGroup(
  id: string,
  heading: string,
  list: readonly Fact[],
  change: () => void,
): TemplateResult {
  return html`<section class="known" aria-labelledby="${id}-name">
    <div class="head">
      <h3 id="${id}-name">${heading}</h3>
      ${changeButton(heading, change)}
    </div>
    ${facts(list)}
  </section>`;
}

/**
 * Names what it changes within its own text, which can be copy in another language. If another element labelled it,
 * Orca would pass over that element when it reads the page.
 */
function changeButton(what: Words, press: () => void): TemplateResult {
  return html`<button class="tertiary" type="button" @click=${press}>
    <span aria-hidden="true">${form('change')}</span><span class="visually-hidden">${form('change')}: ${what}</span>
  </button>`;
}
