/** The banner above a step. */
import { css, html, type TemplateResult } from 'lit';
import { icon } from '../ui/icon.ts';
import { type NoticeLines, noticeLines } from '../ui/notice.ts';

/** A `.banner` above the step. Place it after the styles of a notice. */
export const bannerStyles = css`
  .banner {
    row-gap: 4px;
    margin-block-end: 24px;
  }
  .banner > :not(svg) {
    grid-column: 2;
  }
  .banner button {
    justify-self: start;
    margin-block-start: 8px;
  }
`;

/** Draws one message. @param look a further CSS class, such as `failed` */
export const banner = (lines: NoticeLines, look = ''): TemplateResult =>
  html`<div class="note banner ${look}" part="banner" tabindex="-1">${icon('alert')} ${noticeLines(lines)}</div>`;
