/** The icons, 20 px, stroke 1.75; always beside words, so hidden from assistive technology. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { spoken } from '../texts/spoken.ts';

const paths = {
  alert: svg`<path d="M10 6.5v4M10 13.6v.01"/><circle cx="10" cy="10" r="7.6"/>`,
  back: svg`<path d="M12 4.5 6.5 10l5.5 5.5"/>`,
  forward: svg`<path d="M8 4.5 13.5 10 8 15.5"/>`,
  locate: svg`<circle cx="10" cy="10" r="5.2"/><path d="M10 2v2.8M10 15.2V18M2 10h2.8M15.2 10H18"/>`,
} satisfies Record<string, SVGTemplateResult>;
type IconName = keyof typeof paths;

/** Arrows that point the other way where text runs from right to left. */
const mirrored: Partial<Record<IconName, IconName>> = { back: 'forward', forward: 'back' };

/** Draws an icon of this file, by its name, or one of `later-icons.ts`. Arrows follow the direction of the text. */
export function icon(shape: IconName | SVGTemplateResult): TemplateResult {
  const name = typeof shape === 'string' && spoken.dir === 'rtl' ? (mirrored[shape] ?? shape) : shape;
  return html`<svg
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${typeof name === 'string' ? paths[name] : name}
  </svg>`;
}
