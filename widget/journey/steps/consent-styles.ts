/** The look of decisions and of a signature over its line. */
import { css } from "lit";

export const consentStyles = css`
  .group {
    padding: 0 0 16px;
    font-size: 18px;
    line-height: 1.3;
    font-weight: 650;
  }
  .decision {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start;
  }
  .decision > .tick {
    inline-size: 100%;
  }
  .decision > button {
    margin-block: -20px 12px;
    margin-inline-start: 42px;
    text-align: start;
  }
  .signed input {
    block-size: 64px;
    padding-inline: 4px;
    border-width: 0 0 1px;
    border-radius: 0;
    border-color: var(--_text);
    background: transparent;
    font: italic 28px / 1.2 'Snell Roundhand', 'Segoe Script', 'Apple Chancery', 'Brush Script MT',
      'URW Chancery L', cursive;
  }
  .date {
    margin-block: -20px 20px;
    text-align: end;
  }
`;
