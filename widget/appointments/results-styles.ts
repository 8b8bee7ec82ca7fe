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
    text-wrap: wrap;
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

/** Results, without {@link pairsStyles}. */
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
  .readings {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr));
    gap: 16px;
  }
  .reading {
    display: grid;
    gap: 4px;
    align-content: start;
    padding: 16px;
    border: 1px solid var(--_hairline);
    border-radius: var(--_radius);
    break-inside: avoid;
  }
  .reading dt {
    color: var(--_text);
    font-size: var(--_dx-size);
  }
  .reading dd {
    display: grid;
    gap: 4px;
  }
  .value strong {
    font-size: calc(var(--_dx-size) * 1.5);
    line-height: 1.25;
    font-weight: 650;
  }
  .unit {
    color: var(--_quiet);
  }
  .bar {
    display: block;
    block-size: 16px;
    direction: ltr;
  }
  .bar .track {
    fill: color-mix(in srgb, var(--_line) 30%, transparent);
  }
  .bar .range {
    fill: var(--_line);
  }
  .bar .value {
    fill: var(--_text);
    stroke: var(--_surface);
    stroke-width: 2;
  }
  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
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
    padding-block: 10px;
    padding-inline: 0 12px;
    border-block-end: 1px solid var(--_hairline);
    font-weight: 400;
    text-align: start;
    vertical-align: top;
  }
  thead th {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
  }
  @media print {
    .readings {
      grid-template-columns: 1fr 1fr;
    }
  }
`;
