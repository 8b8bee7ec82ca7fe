/** The styles of the words in place of a hidden view, and of the warning of an idle page. Each element styles its buttons. */
const css = String.raw;

/** Rules for the shadow root of an element. They come after its own. */
export const panelStyles = css`
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
