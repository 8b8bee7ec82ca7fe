/** The styles of the control to choose times. */
import { css } from 'lit';
import { chosenBarStyles } from './chosen-bar.ts';
import { monthGridStyles } from './month-grid.ts';

const pickerStyles = css`
  h4 {
    margin: 0 0 8px;
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.43;
    font-weight: 550;
    color: var(--_quiet);
  }
  .days-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 16px;
    min-block-size: 48px;
  }
  .days-head > div {
    margin-inline-end: -8px;
  }
  /* A finger scrolls the strip itself. */
  @media (hover: none) {
    .slide {
      display: none;
    }
  }
  @container (max-width: 399px) {
    .slide {
      display: none;
    }
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
    scrollbar-color: var(--_line) transparent;
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
    flex: 0 0 auto;
    grid-auto-flow: row;
    gap: 2px;
    min-inline-size: 80px;
    padding: 10px 8px;
    scroll-snap-align: start;
    white-space: nowrap;
  }
  /* A part of the next day shows that there are more. */
  @container (max-width: 399px) {
    .day {
      min-inline-size: 36%;
    }
  }
  .day .weekday,
  .day .count {
    font-size: calc(var(--_dx-size) * 0.875);
    font-weight: 400;
    line-height: 1.43;
    color: var(--_quiet);
  }
  .day .date {
    font-weight: 650;
    line-height: 1.5;
  }
  .mine {
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
  .day,
  .time,
  .month button,
  .days-head button {
    scroll-margin-block: 16px;
  }
  /* What the focus moves to is not hidden by the bar. */
  @media (min-height: 25em) {
    .day,
    .time,
    .month button,
    .days-head button {
      scroll-margin-block-end: 96px;
    }
  }
  .times {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(6.5em, 100%), 1fr));
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
    line-height: 1.43;
  }
  @media print {
    .strip {
      flex-wrap: wrap;
    }
  }
  @media (forced-colors: active) {
    .day[aria-selected='true']:not(:focus-visible),
    .time[aria-pressed='true']:not(:focus-visible) {
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

/** The styles of `TimesPicker`. */
export const timesStyles = [pickerStyles, monthGridStyles, chosenBarStyles];
