/** The styles of the panel with a time, and of the lines below it. */
import { css } from 'lit';

/** What the step `sent` adds to the styles of a step. */
export const sentStyles = css`
  .asked {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    padding: 20px;
  }
  .asked .when {
    font-weight: 650;
  }
  .asked .when > span {
    display: block;
  }
  .lines {
    display: grid;
    gap: 12px;
  }
  .lines dt {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 20px;
  }
  .lines dd {
    overflow-wrap: anywhere;
  }
  @container (min-width: 420px) {
    .asked {
      grid-template-columns: auto minmax(0, 1fr);
      column-gap: 20px;
      align-items: start;
    }
    .asked > .lines {
      grid-column: 2;
    }
  }
`;
