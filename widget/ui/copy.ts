/** The styles of supplied copy of any structure. */
import { css } from 'lit';

/** A `.copy` block of supplied text or HTML. */
export const copyStyles = css`
  .copy {
    max-inline-size: 66ch;
    line-height: 1.6;
    /* On a narrow screen a table breaks words before it is wider than the page. */
    overflow-wrap: anywhere;
  }
  .copy.text {
    white-space: pre-wrap;
  }
  .copy :is(p, ul, ol, dl, table, blockquote, pre) {
    margin-block: 0 12px;
  }
  .copy > :last-child,
  .copy > :last-child > :last-child {
    margin-block-end: 0;
  }
  .copy :is(h1, h2, h3, h4, h5, h6) {
    margin-block: 20px 8px;
    font-size: var(--_dx-size);
    line-height: 1.35;
    font-weight: 650;
    letter-spacing: 0;
  }
  .copy > :first-child,
  .copy > :first-child > :first-child {
    margin-block-start: 0;
  }
  .copy ul {
    padding-inline-start: 22px;
    list-style: disc;
  }
  .copy ol {
    padding-inline-start: 26px;
    list-style: decimal;
  }
  .copy li {
    margin-block-end: 6px;
  }
  .copy blockquote {
    padding-inline-start: 16px;
    border-inline-start: 2px solid var(--_line);
  }
  .copy pre {
    white-space: pre-wrap;
    font: inherit;
  }
  .copy table {
    border-collapse: collapse;
  }
  .copy :is(th, td) {
    padding: 6px;
    border: 1px solid var(--_line);
    text-align: start;
    vertical-align: top;
  }
`;
