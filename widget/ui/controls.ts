/** Buttons and text fields: native elements, 48 px high, one look for each state. */
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
    line-height: 1.43;
  }
  .field > .quiet {
    margin-block-start: 4px;
  }
  .error {
    min-block-size: 1.43em;
    margin-block-start: 4px;
    color: var(--_danger);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.43;
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
    unicode-bidi: plaintext;
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
  @media (forced-colors: active) {
    input[aria-invalid='true']:not([type='radio'], [type='checkbox']) {
      border: 3px dashed CanvasText;
    }
  }
`;

/** Buttons and text fields. Place them after the tokens. */
export const controls = [buttons, inputs];
