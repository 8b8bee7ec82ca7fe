/** The styles of a list of choices, each with a button that changes it. */
import { css } from 'lit';

/** What the step `review` adds to the styles of a step. */
export const reviewStyles = css`
  .rows > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    column-gap: 16px;
    padding-block: 14px;
    border-block-end: 1px solid var(--_hairline);
  }
  .rows > div:first-child {
    border-block-start: 1px solid var(--_hairline);
  }
  .rows dt,
  .rows dd {
    grid-column: 1;
  }
  .rows .change {
    grid-area: 1 / 2 / span 4;
    align-self: start;
    margin-block: -12px;
    margin-inline-end: -8px;
  }
  .terms {
    display: grid;
    gap: 12px;
    font-size: calc(var(--_dx-size) * 0.875);
  }
  .terms dt {
    font-weight: 600;
  }
  .terms dd {
    color: var(--_quiet);
  }
  .total {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 16px;
    max-inline-size: none;
    font-size: calc(var(--_dx-size) * 1.125);
    font-weight: 650;
  }
  .total strong {
    font-size: calc(var(--_dx-size) * 1.5);
    line-height: 1.25;
    font-weight: 650;
  }
  @container (max-width: 240px) {
    .rows > div {
      grid-template-columns: minmax(0, 1fr);
    }
    .rows .change {
      grid-area: auto / 1;
      margin: 0 -8px -12px;
    }
  }
  @container (min-width: 560px) {
    .terms > div {
      display: grid;
      grid-template-columns: 160px minmax(0, 1fr);
      column-gap: 16px;
    }
    .rows > div {
      grid-template-columns: 160px minmax(0, 1fr) auto;
    }
    .rows dt {
      grid-area: 1 / 1;
      line-height: 24px;
    }
    .rows dd {
      grid-column: 2;
    }
    .rows .change {
      grid-area: 1 / 3 / span 4;
    }
  }
`;
