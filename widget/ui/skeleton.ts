/** Grey blocks in the shape of the content that is loading, with words for screen readers. */
import { css, html, type TemplateResult } from 'lit';

/** The shape of a block. */
export type SkeletonBlock = 'heading' | 'line' | 'control' | 'card';

/** A `.skeleton` while content loads. */
export const skeletonStyles = css`
  .skeleton {
    display: grid;
    gap: 16px;
  }
  .skeleton > span {
    display: block;
    /* Forced colors have no other trace of it. */
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_line) 20%, transparent);
  }
  .skeleton > .heading {
    block-size: 30px;
    inline-size: 60%;
  }
  .skeleton > .line {
    block-size: 16px;
  }
  .skeleton > .control {
    block-size: 48px;
  }
  .skeleton > .card {
    block-size: 104px;
  }
`;

/**
 * Draws blocks of the given shapes.
 * @param words announced to screen readers
 * @param late shown and announced instead, if the wait is long. @default null
 */
export function skeleton(
  words: string,
  blocks: readonly SkeletonBlock[],
  late: string | null = null,
): TemplateResult {
  return html`<div class="skeleton">
    ${blocks.map((block) => html`<span class=${block} aria-hidden="true"></span>`)}
    <p class=${late === null ? 'visually-hidden' : 'quiet'} role="status">${late ?? words}</p>
  </div>`;
}
