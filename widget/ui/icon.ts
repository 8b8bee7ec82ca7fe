/** The few icons, 20 px, stroke 1.75; always beside words, so hidden from assistive technology. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { spoken } from '../locales/spoken.ts';

const paths = {
  alert: svg`<path d="M10 6.5v4M10 13.6v.01"/><circle cx="10" cy="10" r="7.6"/>`,
  back: svg`<path d="M12 4.5 6.5 10l5.5 5.5"/>`,
  check: svg`<path d="m4.5 10.5 3.7 3.7 7.3-8"/>`,
  clock: svg`<circle cx="10" cy="10" r="7.6"/><path d="M10 5.8V10l2.8 1.8"/>`,
  close: svg`<path d="m5 5 10 10M15 5 5 15"/>`,
  forward: svg`<path d="M8 4.5 13.5 10 8 15.5"/>`,
  locate: svg`<circle cx="10" cy="10" r="5.2"/><path d="M10 2v2.8M10 15.2V18M2 10h2.8M15.2 10H18"/>`,
  note: svg`<path d="M10 9.2v4.6M10 6.3v.01"/><circle cx="10" cy="10" r="7.6"/>`,
  pin: svg`<path d="M10 17.5s5.8-4.6 5.8-9.2a5.8 5.8 0 0 0-11.6 0c0 4.6 5.8 9.2 5.8 9.2Z"/><circle cx="10" cy="8.3" r="2"/>`,
} satisfies Record<string, SVGTemplateResult>;
export type IconName = keyof typeof paths;

/** Arrows that point the other way where text runs from right to left. */
const mirrored: Partial<Record<IconName, IconName>> = { back: 'forward', forward: 'back' };

/** Draws an icon. */
export function icon(name: IconName): TemplateResult {
  const drawn = (spoken.dir === 'rtl' && mirrored[name]) || name;
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
    ${paths[drawn]}
  </svg>`;
}
