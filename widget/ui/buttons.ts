/** Buttons: primary filled, secondary with a line, tertiary as text; a busy button keeps its width. */
import { css } from 'lit';

/** Every `button`, and links that look like one. */
export const buttons = css`
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
    overflow-wrap: anywhere;
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
    border-color: var(--_accent);
    background: var(--_fill);
    color: var(--_on-accent);
  }
  .primary:hover {
    background: var(--_hover);
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
  /* In any state, so that its width counts. */
  .swap > .waiting {
    display: inline-grid;
    grid-auto-flow: column;
    align-items: center;
    gap: 10px;
  }
  [aria-busy='true'] .swap > .waiting {
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
  /* Nobody presses paper, but it shows what can be chosen. Important, because the styles of a screen come later. */
  @media print {
    button:not(.offer),
    .button,
    .progress {
      display: none !important;
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
