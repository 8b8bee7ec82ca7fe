/** The styles of decisions and of a signature on its line. */
import { css } from 'lit';

/** What the step `consent` adds to a form's styles. */
export const consentStyles = css`
  .group {
    padding: 0 0 16px;
    font-size: calc(var(--_dx-size) * 1.125);
    line-height: 1.3;
    font-weight: 650;
  }
  .card > button {
    max-inline-size: calc(100% - 40px);
    margin: -12px 0 4px 40px;
    text-align: start;
  }
  .card > .choice:not(:only-child) {
    padding-block-end: 8px;
  }
  .line {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px 24px;
  }
  .signed input:not([type]),
  .signed input[type='text'] {
    block-size: 64px;
    padding-inline: 2px;
    border-width: 0 0 1px;
    border-radius: 0;
    border-color: var(--_text);
    background: transparent;
    box-shadow: none;
    font: italic 28px / 1.2 'Snell Roundhand', 'Segoe Script', 'Apple Chancery', 'Brush Script MT',
      'URW Chancery L', cursive;
  }
  .signed input[aria-invalid='true'][type='text'] {
    border-color: var(--_danger);
    box-shadow: 0 1px var(--_danger);
  }
  .date > .figures {
    padding-block: 4px 8px;
  }
  .sign {
    margin-block-start: 28px;
  }
  @container (min-width: 520px) {
    .line {
      grid-template-columns: minmax(0, 1fr) 180px;
    }
    .date > .figures {
      block-size: 64px;
      padding-block: 24px 0;
      border-block-end: 1px solid var(--_text);
    }
  }
`;
