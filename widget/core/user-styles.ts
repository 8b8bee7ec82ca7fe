/** The styles of a hidden view, and of the place for words about its user. */
const css = String.raw;

/** Every element has them in its shadow root. */
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
    /* The whole width, also where the page has made the tag a flex or grid box. */
    inline-size: 100%;
    flex-shrink: 0;
    grid-column: 1 / -1;
  }
  .user-stack > * {
    grid-area: 1 / 1;
  }
  /* Opacity hides what is set visible again inside, visibility what is in the top layer. */
  [inert] {
    visibility: hidden;
    opacity: 0;
  }
  .user-view:focus {
    outline: none;
  }
  .user-panel[hidden] {
    display: none;
  }
`;
