/** The styles of radios, checkboxes and dates: native elements in cards of 48 px. */
import { css } from 'lit';

/** Radios, checkboxes and dates of birth. Place them after the controls. */
export const choiceStyles = css`
  /* A choice has an error only after an attempt to send; from then on its line keeps its place. */
  [role='radiogroup'] > .error:empty,
  .card + .error:empty {
    display: none;
  }
  .error-summary ~ * .error:empty {
    display: block;
  }
  input[type='radio'],
  input[type='checkbox'] {
    flex: none;
    inline-size: 22px;
    block-size: 22px;
    /* In the middle of the first line. */
    margin: calc(var(--_dx-size) * 0.6875 - 11px) 0;
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
    line-height: 1.375;
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
    grid-template-columns: repeat(2, minmax(0, 5.25em)) minmax(0, 7em);
    gap: 12px;
  }
  @container (max-width: 15em) {
    .date-parts {
      grid-template-columns: repeat(2, minmax(0, 5.25em));
    }
  }
  .date-parts label {
    display: block;
    padding-block-end: 4px;
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.43;
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
  }
  .pair > .choice {
    flex: 1 1 128px;
    max-inline-size: 100%;
  }
  /* A word breaks only if it is longer than the row. */
  .pair > .choice > span {
    overflow-wrap: break-word;
  }
  @media (forced-colors: active) {
    .pair .choice:has(:checked),
    .card:has(:checked) {
      outline: 2px solid Highlight;
    }
    .card:has([aria-invalid='true']),
    [role='radiogroup'][aria-invalid='true'] .choice {
      border: 3px dashed CanvasText;
    }
  }
`;
