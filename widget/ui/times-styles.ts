/** The styles of the day strip, the grid of times and the choices. */
import { css } from 'lit';

/** What `TimesPicker` renders. */
export const timesStyles = css`
  h4 {
    margin: 0 0 8px;
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 20px;
    font-weight: 550;
    color: var(--_quiet);
  }
  .days-head > h3 {
    flex: none;
  }
  .days-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-block-size: 48px;
  }
  .strip {
    display: flex;
    gap: 8px;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scroll-snap-type: x proximity;
    scroll-padding-inline: 4px;
    margin-inline: -4px;
    padding: 4px 4px 12px;
    scrollbar-width: thin;
  }
  @media (prefers-reduced-motion: no-preference) {
    .strip:focus-within,
    .strip:hover,
    .days-head:hover + .strip {
      scroll-behavior: smooth;
    }
  }
  .day {
    position: relative;
    flex: 0 0 66px;
    padding: 10px 4px 12px;
    scroll-snap-align: start;
  }
  .day .leaf {
    display: grid;
    gap: 2px;
  }
  .day .weekday,
  .day .month {
    font-size: calc(var(--_dx-size) * 0.875);
    font-weight: 400;
    line-height: 18px;
    color: var(--_quiet);
  }
  .day .number {
    font-size: calc(var(--_dx-size) * 1.25);
    font-weight: 650;
    line-height: 26px;
  }
  .day .mine {
    position: absolute;
    inset-block-start: 8px;
    inset-inline-end: 8px;
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: var(--_accent);
  }
  .day[aria-selected='true'],
  .time[aria-pressed='true'] {
    border-color: var(--_accent);
    background: var(--_tint);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .times {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(104px, 1fr));
    gap: 8px;
  }
  .time {
    position: relative;
    padding-inline: 4px;
    font-weight: 500;
  }
  .time[aria-disabled='true'] {
    border-style: dashed;
    color: var(--_quiet);
  }
  .time[data-rank]::after {
    content: attr(data-rank);
    position: absolute;
    inset-block-start: -8px;
    inset-inline-end: -4px;
    padding: 0 8px;
    border-radius: 999px;
    background: var(--_fill);
    color: var(--_on-accent);
    font-size: calc(var(--_dx-size) * 0.875);
    font-weight: 600;
    line-height: 20px;
  }
  .panel ol {
    margin-block: 8px;
  }
  .panel li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 12px;
    min-block-size: 64px;
    max-inline-size: none;
    padding-block: 6px;
    border-block-end: 1px solid var(--_hairline);
  }
  .panel li > :nth-child(2) {
    grid-row: 2;
  }
  .panel li > button {
    grid-area: 1 / 2 / span 2;
  }
  @container (max-width: 240px) {
    .panel li {
      grid-template-columns: minmax(0, 1fr);
      justify-items: start;
    }
    .panel li > button {
      grid-area: 3 / 1;
      margin-inline: -8px;
    }
  }
  .panel .error,
  .panel p {
    margin-block-start: 12px;
    min-block-size: 20px;
  }
  @media (forced-colors: active) {
    .day[aria-selected='true'],
    .time[aria-pressed='true'] {
      outline: 2px solid Highlight;
      outline-offset: -3px;
    }
    .time[data-rank]::after {
      border: 1px solid CanvasText;
      background: Canvas;
      color: CanvasText;
    }
  }
`;
