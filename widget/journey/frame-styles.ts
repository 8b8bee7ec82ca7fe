/** The layout of the frame: progress above, the step in its column, the summary beside or below it. */
import { css } from 'lit';
import { userStyles } from '../core/partner-element.ts';
import { controls } from '../ui/controls.ts';
import { helpStyles } from '../ui/help.ts';
import { noticeStyles } from '../ui/notice.ts';
import { skeletonStyles } from '../ui/skeleton.ts';
import { tokens } from '../ui/tokens.ts';
import { bannerStyles } from './banner.ts';
import { progressStyles } from './progress.ts';

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
  noticeStyles,
  bannerStyles,
  helpStyles,
  layout,
  userStyles,
];
