/** The styles of the choice of a test and of the search for a place. */
import { css } from 'lit';

/** What the step `place` adds to a form's styles, without its cards. */
export const placeStyles = css`
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
    padding: 14px 12px 14px 16px;
    font-weight: 400;
    text-align: start;
  }
  .tests button > span {
    grid-column: 1;
  }
  .tests button > svg {
    grid-area: 1 / 2 / span 3;
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
    line-height: 20px;
  }
  .tests .takes {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .tests .takes > svg {
    inline-size: 16px;
    block-size: 16px;
  }
  .picked {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 16px;
    padding-block: 12px;
  }
  .pages {
    display: grid;
    grid-template-columns: 1fr auto 1fr;
    align-items: center;
    gap: 16px;
  }
  .pages > :first-child {
    justify-self: start;
  }
  .pages > :last-child {
    justify-self: end;
  }
  .near .actions {
    margin-block-start: 8px;
  }
  .near input {
    max-inline-size: 240px;
  }
  @container (max-width: 240px) {
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

/** A list of `.place` cards. */
export const placeCardStyles = css`
  .place {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    padding: 16px;
    border: 1px solid var(--_hairline);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  /* Out of sight, a portion costs neither style nor layout; it stays in the order of Tab and in what is read out. */
  .portion {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .portion:not(:last-child) {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 3200px;
  }
  .portion + .portion {
    margin-block-start: 16px;
  }
  .place .name {
    font-weight: 650;
    line-height: 1.35;
  }
  .place .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    margin-block-start: 4px;
  }
  .place .choose {
    display: grid;
    gap: 8px;
  }
  @container (min-width: 480px) {
    .place {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
    }
  }
`;
