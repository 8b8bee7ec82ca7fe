/** The styles of the element: the next appointment is large, the others smaller, past ones subdued. */
import { css } from 'lit';
import { controls } from '../ui/controls.ts';
import { dateTileStyles } from '../ui/date-tile.ts';
import { helpStyles } from '../ui/help.ts';
import { layout } from '../ui/layout.ts';
import { noticeStyles } from '../ui/notice.ts';
import { skeletonStyles } from '../ui/skeleton.ts';
import { tokens } from '../ui/tokens.ts';
import { visitStyles } from '../visit/visit.ts';
import { pairsStyles } from './results-styles.ts';

/** An `.ask` panel with its field and its buttons. */
const panelStyles = css`
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
  textarea[aria-invalid='true'] {
    border-color: var(--_danger);
  }
`;

const own = css`
  :host {
    background: var(--_surface);
  }
  .frame {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 40px;
    max-inline-size: 800px;
    margin-inline: auto;
    min-block-size: 320px;
    align-content: start;
    padding: 24px;
  }
  .group {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .group > h2:focus {
    outline: none;
  }
  .group.past > h2 {
    font-size: calc(var(--_dx-size) * 1.125);
  }
  .card-of {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 16px;
    align-items: start;
    padding: 16px;
    border: 1px solid var(--_hairline);
    border-radius: calc(var(--_radius) + 4px);
  }
  .card-of.next {
    border-color: var(--_line);
    background: var(--_raised);
  }
  .card-of.past,
  .card-of.results {
    align-items: center;
  }
  .card-of.past {
    padding-inline: 0;
    border-width: 1px 0 0;
    border-radius: 0;
  }
  .date-tile.wish,
  .date-tile.empty {
    border-style: dashed;
    color: var(--_quiet);
  }
  .date-tile.empty {
    place-items: center;
    block-size: 92px;
    align-content: center;
  }
  .card-of.past h3 {
    font-size: var(--_dx-size);
  }
  .card-of.past .date-tile {
    inline-size: calc(var(--_dx-size) * 3.5);
    padding-block: 4px 6px;
    border-color: var(--_hairline);
    color: var(--_quiet);
  }
  .card-of.past .date-tile strong {
    font-size: calc(var(--_dx-size) * 1.125);
    line-height: 1.33;
  }
  .card-of.past .date-tile.empty {
    block-size: 76px;
  }
  .what {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
  }
  .next .when {
    font-size: calc(var(--_dx-size) * 1.25);
    line-height: 1.3;
  }
  .when .quiet {
    font-weight: 400;
  }
  .status {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: calc(var(--_dx-size) * 0.875);
    font-weight: 600;
  }
  .status > svg {
    flex: none;
  }
  .status > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .status.good {
    color: var(--_positive);
  }
  .status.pending {
    color: var(--_caution);
  }
  .status.ended {
    color: var(--_quiet);
  }
  .when {
    margin-block-start: 8px;
    font-weight: 650;
    text-wrap: balance;
  }
  .quiet + .when,
  .when + .when {
    margin-block-start: 0;
  }
  .place {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 8px;
  }
  .place > svg {
    margin-block-start: 2px;
    color: var(--_quiet);
  }
  .screen {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
  }
  .back {
    margin-block-end: 8px;
    text-decoration: none;
  }
  .lead .line {
    display: block;
  }
  .directions {
    display: inline-block;
    min-block-size: 24px;
    margin-block-start: 8px;
    font-weight: 550;
  }
  .rest {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .note > div {
    display: grid;
    gap: 8px;
    justify-items: start;
    overflow-wrap: anywhere;
  }
  .note.done {
    border-color: color-mix(in srgb, var(--_positive) var(--_edge), transparent);
    background: color-mix(in srgb, var(--_positive) 9%, var(--_surface));
  }
  .note.done > svg {
    color: var(--_positive);
  }
  .all {
    margin-block: -8px;
  }
  .all > summary {
    min-block-size: 48px;
    align-content: center;
    color: var(--_accent);
    font-weight: 550;
    cursor: pointer;
  }
  .choices {
    display: grid;
    gap: 8px;
  }
  .all > .actions {
    margin-block-start: 16px;
  }
  .all[open] {
    margin-block-end: 0;
  }
  .all[open] > summary {
    margin-block-end: 8px;
  }
  @container (min-width: 560px) {
    .card-of:not(.past) {
      column-gap: 24px;
      padding: 24px;
    }
    .rest {
      grid-column: 2;
    }
    .ask {
      padding: 20px;
      border: 1px solid var(--_line);
      border-radius: var(--_radius);
      background: var(--_surface);
    }
  }
  @container (min-width: 720px) {
    .frame {
      padding: 40px;
    }
  }
  /* The date is in words too: on a phone these take the whole line. */
  @container (max-width: 479px) {
    .frame {
      padding-inline: 16px;
    }
    .card-of {
      grid-template-columns: minmax(0, 1fr);
    }
    .date-tile {
      display: none;
    }
  }
`;

/** All styles of `<dx-appointments>`. */
export const styles = [
  tokens,
  ...controls,
  layout,
  noticeStyles,
  skeletonStyles,
  pairsStyles,
  panelStyles,
  dateTileStyles,
  ...visitStyles,
  helpStyles,
  own,
];
