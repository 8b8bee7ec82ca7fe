/** The layout of a screen: its column, spacing, panels and the row of actions. */
import { css } from 'lit';

/** The classes of a screen's layout. */
export const layout = css`
  :host {
    container-type: inline-size;
  }
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .groups {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
  }
  .fields {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  h2,
  h3 {
    break-after: avoid;
  }
  .lead {
    margin-block-start: 8px;
    color: var(--_quiet);
  }
  .panel {
    padding: 16px;
    border: 1px solid var(--_hairline);
    border-radius: var(--_radius);
    background: var(--_raised);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
  }
  .actions > * {
    flex: 1 1 100%;
  }
  @container (min-width: 480px) {
    .actions > * {
      flex: 0 1 auto;
    }
    .actions > .primary {
      min-inline-size: 200px;
    }
  }
`;
