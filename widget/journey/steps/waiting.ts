/** A screen on which the customer only waits. It has a button when the server has stopped trying. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { waiting as say } from '../../texts/english.ts';

/** A `.waiting-screen`. */
export const waitingStyles = css`
  .waiting-screen {
    display: grid;
    gap: 16px;
    justify-items: start;
    min-block-size: 200px;
    align-content: start;
  }
  .bar {
    inline-size: min(100%, 320px);
    block-size: 4px;
    margin-block-start: 8px;
    border-radius: 2px;
    overflow: hidden;
    direction: ltr;
    background: color-mix(in srgb, var(--_accent) 20%, transparent);
  }
  .bar::before {
    content: '';
    display: block;
    block-size: 100%;
    inline-size: 40%;
    border-radius: inherit;
    background: var(--_accent);
    animation: pass 1600ms 300ms ease-in-out infinite both;
  }
  @keyframes pass {
    from {
      translate: -100% 0;
    }
    to {
      translate: 250% 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .bar {
      display: none;
    }
  }
`;

/** The content of a screen that waits. */
export interface Waiting {
  title: string;
  words: string;
  /** Null while something is under way. */
  again: (() => void) | null;
}

/**
 * Draws the screen: a bar while something is under way, else the button "Try again".
 * @param it.again what the button does; null while something is under way
 */
export function waiting({ title, words, again }: Waiting): TemplateResult {
  return html`<div class="waiting-screen">
    <div>
      <h2 tabindex="-1">${title}</h2>
      <p class="lead">${words}</p>
    </div>
    ${
      again === null
        ? html`<div class="bar" aria-hidden="true"></div>`
        : html`<button class="primary" type="button" @click=${again}>${say('again')}</button>`
    }
    ${again === null ? nothing : html`<p class="quiet">${say('againText')}</p>`}
  </div>`;
}
