/** The styles of a question below an appointment. */
import { css } from 'lit';

/** An `.ask` panel with its field and its buttons. */
export const panelStyles = css`
  .ask {
    padding: 20px 0 0;
    border: 0;
    border-block-start: 1px solid var(--_line);
    border-radius: 0;
    background: none;
  }
  .ask h4 {
    font-size: calc(var(--_dx-size) * 1.125);
    line-height: 1.3;
    font-weight: 650;
  }
  .ask h4:focus {
    outline: none;
  }
  .go,
  .go:hover {
    border-color: var(--_danger);
    color: var(--_danger);
  }
  textarea {
    display: block;
    inline-size: 100%;
    min-block-size: 72px;
    padding: 10px 14px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    resize: vertical;
  }
  textarea:hover {
    border-color: var(--_text);
  }
`;
