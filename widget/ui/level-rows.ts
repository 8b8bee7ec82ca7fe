/** The layout of rows of fields: their inputs are level, however long the labels are. */
import { css } from 'lit';

/** The class `level`, of a grid with fields. A field with a hint begins at the top of its row. */
export const levelRows = css`
  @supports (grid-template-rows: subgrid) {
    .level > * {
      grid-row: span 3;
    }
    .level > .field:not(:has(.hint)) {
      display: grid;
      grid-template-rows: subgrid;
      row-gap: 0;
    }
  }
`;
