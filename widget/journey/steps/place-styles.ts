/** The styles of the choice of a test and of the search for a place. */
import { css } from 'lit';

/** The styles of the step `place`, after those of a form and without its cards. */
export const placeStyles = css`
  .beside {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
    gap: 32px;
  }
  .how > h3 {
    font-size: var(--_dx-size);
  }
  .how > ol {
    display: grid;
    gap: 8px;
    margin-block-start: 12px;
    padding-inline-start: 24px;
    list-style: decimal;
  }
  .how li::marker {
    color: var(--_quiet);
  }
  .tests {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  .tests li {
    display: grid;
    max-inline-size: none;
  }
  .tests button {
    grid-auto-flow: row;
    grid-template-columns: minmax(0, 1fr) 20px;
    align-content: start;
    justify-content: stretch;
    gap: 4px 12px;
    padding-block: 14px;
    padding-inline: 16px 12px;
    font-weight: 400;
    text-align: start;
  }
  .tests button > span {
    grid-column: 1;
  }
  .tests button > svg {
    grid-area: 1 / 2 / span 2;
    color: var(--_quiet);
  }
  .tests [aria-current] {
    border-color: var(--_accent);
    background: var(--_tint);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .tests .name {
    font-weight: 600;
  }
  .tests .about {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.43;
  }
  .picked {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 16px;
    padding-block: 12px;
  }
  .near .actions {
    margin-block-start: 16px;
  }
  .near input {
    max-inline-size: 240px;
  }
  /* Below the list nobody needs it. */
  @container (max-width: 879px) {
    .search + .how {
      display: none;
    }
  }
  @container (min-width: 880px) {
    .beside {
      grid-template-columns: minmax(0, 640px) 280px;
      gap: 40px;
    }
  }
  @container (max-width: 15em) {
    .picked {
      grid-template-columns: minmax(0, 1fr);
      gap: 4px;
      justify-items: start;
    }
  }
  @container (min-width: 560px) {
    .tests {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .tests li {
      align-items: stretch;
    }
  }
`;
