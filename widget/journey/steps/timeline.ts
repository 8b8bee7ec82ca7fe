/** A list of past, present and future events. The present one is also marked in words. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { sent as say } from '../../texts/english.ts';
import { icon } from '../../ui/icon.ts';
import { icons } from '../../ui/later-icons.ts';

/** One event of a timeline. */
export interface Moment {
  state: 'done' | 'now' | 'ahead';
  title: string;
  words: string;
}

/** A `.timeline` list. */
export const timelineStyles = css`
  .timeline > li {
    position: relative;
    display: grid;
    grid-template-columns: 28px minmax(0, 1fr);
    gap: 0 14px;
    padding-block-end: 24px;
  }
  .timeline > li:last-child {
    padding-block-end: 0;
  }
  .timeline > li:not(:last-child)::before {
    content: '';
    position: absolute;
    inset-block: 30px 2px;
    inset-inline-start: 13px;
    inline-size: 2px;
    background: var(--_hairline);
  }
  .timeline .mark {
    display: grid;
    place-items: center;
    inline-size: 28px;
    block-size: 28px;
    border: 2px solid var(--_line);
    border-radius: 50%;
    color: var(--_surface);
  }
  .timeline .done .mark {
    border-color: var(--_positive);
    background: var(--_positive);
  }
  .timeline .now .mark {
    border-color: var(--_accent);
  }
  .timeline .now .mark::before {
    content: '';
    inline-size: 12px;
    block-size: 12px;
    border-radius: 50%;
    background: var(--_accent);
  }
  .timeline .title {
    padding-block-start: 2px;
    font-weight: 600;
  }
  .timeline .ahead .title {
    font-weight: 500;
  }
  .timeline .present {
    display: inline-block;
    margin-inline-start: 8px;
    padding: 0 10px;
    border-radius: 999px;
    background: var(--_tint);
    color: var(--_accent);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.57;
    font-weight: 550;
  }
`;

/** Draws a timeline. */
export function timeline(moments: readonly Moment[]): TemplateResult {
  return html`<ol class="timeline">
    ${moments.map(
      ({ state, title, words }) => html`<li class=${state} aria-current=${state === 'now' ? 'step' : nothing}>
        <span class="mark" aria-hidden="true">${state === 'done' ? icon(icons.check) : nothing}</span>
        <div>
          <p class="title">${renderTitle(state, title)}</p>
          <p class="quiet">${words}</p>
        </div>
      </li>`,
    )}
  </ol>`;
}

function renderTitle(state: Moment['state'], title: string) {
  if (state === 'now') return html`${title} <span class="present">${say('now')}</span>`;
  const spoken = say(state === 'done' ? 'done' : 'toCome', { event: title });
  return html`<span aria-hidden="true">${title}</span><span class="visually-hidden">${spoken}</span>`;
}
