/**
 * The tokens and the base type of every element. They must be first in its `static styles`.
 *
 * A partner sets `--dx-*` on the page or on the tag; elements read the private `--_*` beside each, which falls back to
 * our default. Light and dark follow the `color-scheme` of the page, because a dark widget does not fit a light page.
 *
 * @cssprop --dx-accent - Filled buttons, links, focus, what is chosen.
 * @cssprop --dx-on-accent - Text on the accent. @default black or white, whichever reads on the accent
 * @cssprop --dx-surface - Behind everything, and inside inputs.
 * @cssprop --dx-surface-raised - Panels and notes. @default made of text and surface
 * @cssprop --dx-text - Text. @default dark on a light surface, light on a dark one
 * @cssprop --dx-text-quiet - Secondary text. @default made of text and surface
 * @cssprop --dx-line - Edges of controls. @default made of text and surface
 * @cssprop --dx-danger - Errors.
 * @cssprop --dx-positive - What is done.
 * @cssprop --dx-caution - What wants a look.
 * @cssprop --dx-radius - Corners. @default 10px
 * @cssprop --dx-font - Font family. @default the page's own
 * @cssprop --dx-font-size - Size of text; other sizes follow it. @default medium, the reader's own size
 */
import { unsafeCSS } from 'lit';
import { colourRules, palette } from './palette.ts';

const status = colourRules({ positive: ['#1d6b3f', '#8fd6a8'], caution: ['#8a5a00', '#f0c06a'] });

/** Lit's own `css` joins its parts by `Array.prototype.reduce`, which old scripts of a page replace. */
const css = String.raw;

const rules = css`
  :host {
    all: initial;
    color-scheme: inherit;
    --_tint: color-mix(in srgb, var(--_accent) 9%, var(--_surface));

    display: block;
    box-sizing: border-box;
    color: var(--_text);
    font-family: var(--dx-font, inherit);
    font-size: var(--dx-font-size, medium);
    line-height: 1.5;
    text-size-adjust: 100%;
    overflow-wrap: break-word;
  }
  ${palette + status}
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd,
  fieldset,
  legend {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  h2 {
    font-size: calc(var(--_dx-size) * 1.5);
    line-height: 1.25;
    font-weight: 650;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  h3 {
    font-size: calc(var(--_dx-size) * 1.125);
    line-height: 1.3;
    font-weight: 650;
  }
  h2:focus,
  h3:focus {
    outline: none;
  }
  p,
  li,
  dd {
    max-inline-size: 66ch;
    text-wrap: pretty;
  }
  ul,
  ol {
    list-style: none;
  }
  a {
    color: var(--_accent);
    text-underline-offset: 3px;
    overflow-wrap: anywhere;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .quiet {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
  }
  .figures {
    font-variant-numeric: tabular-nums;
  }
  .verbatim {
    white-space: pre-wrap;
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  /* Also hidden from sight. With hidden overflow, Firefox would remove the content from the accessibility tree. */
  .former {
    position: absolute;
    inline-size: 100%;
    block-size: 0;
    contain: paint;
    opacity: 0;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      animation-duration: 0s !important;
      transition-duration: 0s !important;
    }
  }
  @media (forced-colors: active) {
    :host {
      --_accent: Highlight;
      --_fill: Highlight;
      --_hover: Highlight;
      --_on-accent: HighlightText;
      --_surface: Canvas;
      --_raised: Canvas;
      --_tint: Canvas;
      --_text: CanvasText;
      --_quiet: CanvasText;
      --_line: ButtonBorder;
      --_hairline: CanvasText;
      --_danger: CanvasText;
      --_positive: CanvasText;
      --_caution: CanvasText;
    }
  }
`;

/** The design tokens and the reset of a shadow root. */
export const tokens = unsafeCSS(rules);
