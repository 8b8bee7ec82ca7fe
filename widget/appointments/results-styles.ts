/** The styles of results and of lists of pairs. */
import { css } from 'lit';

/** A list of names and values, `.pairs`. */
export const pairsStyles = css`
  .pairs {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  .pairs > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  dt {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
  }
  dd {
    overflow-wrap: anywhere;
  }
  .pairs .pairs,
  .plain {
    margin-block-start: 8px;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--_hairline);
  }
  .plain {
    display: grid;
    gap: 8px;
  }
  @container (min-width: 480px) {
    .pairs > div {
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
      gap: 16px;
    }
  }
`;

/** The panel of results, without {@link pairsStyles}. */
export const resultsStyles = css`
  :host {
    container-type: inline-size;
  }
  .sheets,
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
  }
  section + section {
    padding-block-start: 24px;
    border-block-start: 1px solid var(--_hairline);
  }
  h4 {
    font-size: var(--_dx-size);
    font-weight: 650;
  }
  .readings {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
    gap: 24px;
  }
  .reading strong {
    font-size: calc(var(--_dx-size) * 1.5);
    line-height: 1.3;
    font-weight: 650;
  }
  .reading .quiet {
    display: block;
  }
  .unit {
    color: var(--_quiet);
  }
  .bar {
    display: block;
    inline-size: 100%;
    block-size: 12px;
    margin-block: 6px 4px;
  }
  .bar .track {
    fill: color-mix(in srgb, var(--_line) 30%, transparent);
  }
  .bar .range {
    fill: var(--_line);
  }
  .bar .value {
    fill: var(--_text);
  }
  summary {
    min-block-size: 48px;
    align-content: center;
    color: var(--_accent);
    cursor: pointer;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 10px 12px 10px 0;
    border-block-end: 1px solid var(--_hairline);
    font-weight: 400;
    text-align: start;
    vertical-align: top;
  }
  thead th {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
  }
`;
