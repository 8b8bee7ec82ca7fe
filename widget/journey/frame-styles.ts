/** The layout of the frame: progress above, the step in its column, the summary beside or below it. */
import { css } from 'lit';
import { userStyles } from '../core/partner-element.ts';
import { controls } from '../ui/controls.ts';
import { skeletonStyles } from '../ui/skeleton.ts';
import { tokens } from '../ui/tokens.ts';
import { bannerStyles } from './banner.ts';
import { progressStyles } from './progress.ts';

/** The `.summary` of the choices. */
const summaryStyles = css`
  .summary {
    padding: 20px;
    border: 1px solid var(--_hairline);
    border-radius: var(--_radius);
    background: var(--_raised);
  }
  .summary h3 {
    font-size: var(--_dx-size);
  }
  .summary dl > div {
    padding-block: 12px;
    border-block-end: 1px solid var(--_hairline);
  }
  .summary dl > div:last-child {
    padding-block-end: 0;
    border: 0;
  }
  .summary dt {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 20px;
  }
  .summary .price {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 4px 16px;
  }
  .summary .price dd {
    font-weight: 650;
  }
`;

const layout = css`
  :host {
    background: var(--_surface);
  }
  .frame {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
    max-inline-size: 1040px;
    margin-inline: auto;
    padding: 24px;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
    gap: 32px;
  }
  /* The height of a first step, so that the page below stays where it is while we load. */
  .main {
    min-block-size: 480px;
    scroll-margin-block-start: 24px;
  }
  .waiting-words {
    min-block-size: 21px;
    margin-block-start: 8px;
  }
  .previous {
    margin-block-end: 16px;
  }
  .start-over,
  .start-over:hover {
    justify-self: start;
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
    font-weight: 400;
  }
  .confirm {
    display: grid;
    gap: 12px;
    justify-items: start;
  }
  .confirm > div {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
  }
  @container frame (min-width: 720px) {
    .frame {
      gap: 32px;
      padding: 40px;
    }
    .columns {
      grid-template-columns: minmax(0, 640px);
    }
    /* The step has a rail of its own. */
    .columns.one {
      grid-template-columns: minmax(0, 1fr);
    }
    .columns.two {
      grid-template-columns: minmax(0, 640px) 280px;
    }
    .two {
      column-gap: 40px;
    }
    .summary {
      position: sticky;
      inset-block-start: 24px;
    }
  }
  @container frame (max-width: 359px) {
    .frame {
      padding-inline: 16px;
    }
  }
`;

/** All styles of `<dx-booking>` around its step. */
export const frameStyles = [
  tokens,
  ...controls,
  skeletonStyles,
  progressStyles,
  bannerStyles,
  summaryStyles,
  layout,
  userStyles,
];
