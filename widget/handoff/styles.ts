/** The styles of the element: a panel above, the frame below, a skeleton in place of the frame. */
import { unsafeCSS } from 'lit';
import { userStyles } from '../core/partner-element.ts';
import { helpStyles } from '../ui/help.ts';
import { palette } from '../ui/palette.ts';

const css = String.raw;

const rules = css`
  :host {
    all: initial;
    color-scheme: inherit;
    display: block;
    color: var(--_text);
    background: var(--_surface);
    font-family: var(--dx-font, inherit);
    font-size: var(--dx-font-size, medium);
    line-height: 1.5;
    overflow-wrap: break-word;
  }
  ${palette}
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  * {
    box-sizing: border-box;
    margin: 0;
  }
  .handoff,
  .skeleton {
    display: grid;
    gap: 16px;
  }
  .panel {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    padding: 16px;
    border: 1px solid var(--_hairline);
    border-radius: var(--_radius);
    background: var(--_raised);
  }
  .failed {
    border-color: color-mix(in srgb, var(--_danger) var(--_edge), transparent);
  }
  h2,
  h3 {
    font-size: calc(var(--_dx-size) * 1.125);
    line-height: 1.3;
    font-weight: 650;
    text-wrap: balance;
  }
  .panel [role='status'] {
    flex: 1 0 100%;
    display: grid;
    gap: 4px;
  }
  .quiet {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
  }
  button,
  .panel a {
    display: grid;
    place-items: center;
    min-block-size: 48px;
    margin-block-start: 12px;
    padding: 10px 20px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-weight: 550;
    text-align: center;
    text-decoration: none;
    text-wrap: balance;
    cursor: pointer;
  }
  .primary,
  [role='status'] + :is(button, a) {
    border-color: var(--_accent);
    background: var(--_fill);
    color: var(--_on-accent);
  }
  button:hover,
  .panel a:hover {
    border-color: var(--_text);
  }
  .handoff:focus {
    outline: none;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .stage {
    display: grid;
  }
  .stage > * {
    grid-area: 1 / 1;
  }
  iframe {
    inline-size: 100%;
    border: 0;
  }
  .covered iframe {
    visibility: hidden;
  }
  .skeleton {
    align-content: start;
    min-block-size: 560px;
  }
  i {
    block-size: 96px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_line) 20%, transparent);
  }
  i:first-child {
    block-size: 30px;
    inline-size: 60%;
  }
  @media print {
    button,
    .panel a {
      display: none !important;
    }
  }
  .unseen {
    position: absolute;
    clip-path: inset(50%);
  }
`;

/** All styles of `<dx-handoff>`. */
export const styles = [unsafeCSS(rules), helpStyles, userStyles];
