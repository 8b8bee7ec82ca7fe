/**
 * The styles of a hidden view, of the panel in its place and of the warning of an idle page. Each element styles its
 * own buttons.
 */
const css = String.raw;

/** What every element shows about its user, in its shadow root. */
export const userStyles = css`
  /* The width of the element where the page shrinks it to its content: one column, down to a small screen. */
  :host::before {
    content: '';
    display: grid;
    grid-template-columns: minmax(256px, 640px);
    block-size: 0;
    overflow: hidden;
  }
  /* A container has no width of its own, so it is not the host. */
  :host {
    container-type: normal;
  }
  /* The words take the place of the hidden view, which keeps its height. */
  .user-stack {
    container: frame / inline-size;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .user-stack > * {
    grid-area: 1 / 1;
  }
  /* Opacity hides what is set visible again inside, visibility what is in the top layer. */
  [inert] {
    visibility: hidden;
    opacity: 0;
  }
  .user-panel[hidden] {
    display: none;
  }
  .user-panel {
    display: grid;
    gap: 8px;
    justify-items: start;
    align-content: start;
    box-sizing: border-box;
    inline-size: 100%;
    max-inline-size: 640px;
    margin-inline: auto;
    padding: 32px 24px;
    background: var(--_surface);
  }
  .user-panel h2:focus {
    outline: none;
  }
  .user-panel p {
    margin: 0;
  }
  .user-panel button,
  .idle-warning button {
    margin-block-start: 12px;
  }
  /* A quick check shows no words. */
  .checking {
    color: var(--_quiet);
    animation: show-late 0s 600ms both;
  }
  @keyframes show-late {
    from {
      opacity: 0;
    }
  }
  .idle-warning {
    box-sizing: border-box;
    inline-size: min(420px, 100vi - 32px);
    margin: auto;
    padding: 24px;
    border: 1px solid var(--_hairline);
    border-radius: calc(var(--_radius) + 4px);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: 0 24px 64px rgb(0 0 0 / 28%);
  }
  .idle-warning[open] {
    display: grid;
    gap: 8px;
  }
  .idle-warning::backdrop {
    background: rgb(10 15 20 / 55%);
  }
  .idle-warning p {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  .idle-spoken {
    position: absolute;
    clip-path: inset(50%);
  }
`;
