/** Buttons and form controls: native elements, 48 px high, one look for each state. */
import { css } from 'lit';
import { buttons } from './buttons.ts';

const inputs = css`
  .field {
    display: block;
  }
  .field > label,
  .field > legend,
  .legend {
    display: block;
    padding: 0 0 6px;
    font-weight: 550;
    line-height: 1.35;
  }
  .optional {
    color: var(--_quiet);
    font-weight: 400;
  }
  .hint {
    margin: -2px 0 8px;
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 20px;
  }
  .error {
    min-block-size: 20px;
    margin-block-start: 4px;
    color: var(--_danger);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 20px;
    font-weight: 550;
  }
  .error:not(:empty) {
    position: relative;
    padding-inline-start: 22px;
  }
  .error:not(:empty)::before {
    content: '!';
    content: '!' / '';
    position: absolute;
    inset-block-start: 2px;
    inset-inline-start: 0;
    inline-size: 16px;
    block-size: 16px;
    border: 1.5px solid;
    border-radius: 50%;
    font-size: 11px;
    line-height: 13px;
    font-weight: 700;
    text-align: center;
  }
  /* A choice has an error only after an attempt to send; from then on its line keeps its place. */
  [role='radiogroup'] > .error:empty,
  .card + .error:empty {
    display: none;
  }
  .error-summary ~ * .error:empty {
    display: block;
  }
  input:not([type='radio'], [type='checkbox'], [type='file']) {
    display: block;
    inline-size: 100%;
    block-size: 48px;
    margin: 0;
    padding: 0 14px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    transition: border-color 120ms ease-out;
  }
  input:not([type='radio'], [type='checkbox'], [type='file']):hover {
    border-color: var(--_text);
  }
  input:not([type='radio'], [type='checkbox'], [type='file']):focus-visible {
    border-color: var(--_accent);
  }
  input[aria-invalid='true']:not([type='radio'], [type='checkbox'], [type='file']) {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  input::placeholder {
    color: var(--_quiet);
  }
  input[type='radio'],
  input[type='checkbox'] {
    flex: none;
    inline-size: 22px;
    block-size: 22px;
    margin: 0;
    accent-color: var(--_accent);
    cursor: pointer;
  }
  .choice,
  .card {
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    transition: border-color 120ms ease-out, background-color 120ms ease-out;
  }
  .choice {
    display: flex;
    align-items: flex-start;
    gap: 12px;
    min-block-size: 48px;
    padding: 12px 14px;
    line-height: 22px;
    cursor: pointer;
  }
  .choice > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .card .choice {
    border: 0;
    background: none;
  }
  .choice:hover,
  .card:hover {
    border-color: var(--_text);
  }
  .pair .choice:has(:checked),
  .card:has(:checked) {
    border-color: var(--_accent);
    background: var(--_tint);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .choice:has(:focus-visible) {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  /* A browser without :has keeps the outline of the control itself. */
  @supports selector(:has(*)) {
    .choice :focus-visible {
      outline: none;
    }
  }
  .card:has([aria-invalid='true']),
  [role='radiogroup'][aria-invalid='true'] .choice {
    border-color: var(--_danger);
  }
  .date-parts {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 84px)) minmax(0, 112px);
    gap: 12px;
  }
  @container (max-width: 240px) {
    .date-parts {
      grid-template-columns: repeat(2, minmax(0, 84px));
    }
  }
  .date-parts label {
    display: block;
    padding-block-end: 4px;
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 20px;
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 128px), 1fr));
    gap: 12px;
  }
  @media (forced-colors: active) {
    .pair .choice:has(:checked),
    .card:has(:checked) {
      outline: 2px solid Highlight;
    }
    input[aria-invalid='true']:not([type='radio'], [type='checkbox']),
    .card:has([aria-invalid='true']),
    [role='radiogroup'][aria-invalid='true'] .choice {
      border: 3px dashed CanvasText;
    }
  }
`;

/** Buttons and inputs. Place them after the tokens. */
export const controls = [buttons, inputs];
