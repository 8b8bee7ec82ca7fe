/** Buttons and form controls: native elements, 48 px high, one look for each state. */
import { css } from 'lit';

const buttons = css`
  button,
  .button {
    display: inline-grid;
    grid-auto-flow: column;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-block-size: 48px;
    padding: 10px 20px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-weight: 550;
    line-height: 1.25;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
    touch-action: manipulation;
    transition: background-color 120ms ease-out, border-color 120ms ease-out;
  }
  button:hover,
  .button:hover {
    border-color: var(--_text);
    background: var(--_raised);
  }
  .primary,
  .primary:hover {
    border-color: transparent;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .primary:hover {
    background: color-mix(in srgb, var(--_accent) 88%, var(--_text));
  }
  .tertiary,
  .tertiary:hover {
    padding-inline: 8px;
    border-color: transparent;
    background: transparent;
    color: var(--_accent);
  }
  .tertiary {
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }
  .tertiary:hover {
    text-decoration-thickness: 2px;
  }
  .flush {
    margin-inline: -8px;
  }
  [aria-disabled='true'] {
    cursor: default;
  }
  .swap {
    display: inline-grid;
    align-items: center;
    justify-items: center;
  }
  .swap > * {
    grid-area: 1 / 1;
  }
  .swap > .waiting,
  [aria-busy='true'] .swap > .ready {
    visibility: hidden;
  }
  [aria-busy='true'] .swap > .waiting {
    display: inline-grid;
    grid-auto-flow: column;
    align-items: center;
    gap: 10px;
    visibility: visible;
  }
  [aria-busy='true'] .swap > * {
    transition: visibility 0s 300ms;
  }
  .spinner {
    inline-size: 16px;
    block-size: 16px;
    border: 2px solid currentcolor;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: turn 900ms linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .primary,
    .primary:hover {
      forced-color-adjust: none;
      border-color: ButtonBorder;
    }
    .tertiary,
    .tertiary:hover {
      border-color: Canvas;
    }
  }
`;

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
    font-size: 14px;
    line-height: 20px;
  }
  .error {
    min-block-size: 20px;
    margin-block-start: 4px;
    color: var(--_danger);
    font-size: 14px;
    line-height: 20px;
    font-weight: 550;
  }
  input:not([type='radio'], [type='checkbox']) {
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
  input:not([type='radio'], [type='checkbox']):hover {
    border-color: var(--_text);
  }
  input:not([type='radio'], [type='checkbox']):focus-visible {
    border-color: var(--_accent);
  }
  input[aria-invalid='true']:not([type='radio'], [type='checkbox']) {
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
  .choice :focus-visible {
    outline: none;
  }
  .card:has([aria-invalid='true']) {
    border-color: var(--_danger);
  }
  .date-parts {
    display: flex;
    gap: 12px;
  }
  .date-parts > div {
    flex: 0 1 84px;
  }
  .date-parts > .year {
    flex-basis: 112px;
  }
  .date-parts label {
    display: block;
    padding-block-end: 4px;
    font-size: 14px;
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
  }
`;

export const controls = [buttons, inputs];
