/** Prints a document of its own in place of the page around the element. Every browser can save it as a PDF. */
import { type CSSResult, css, render, type TemplateResult } from 'lit';
import { spoken } from '../texts/spoken.ts';

/** The printed document: dark on white, whatever the page looks like. */
export const printStyles = css`
  :root {
    --_text: #000;
    --_quiet: #444;
    --_line: #777;
    --_hairline: #bbb;
    --_surface: #fff;
    --_radius: 6px;
    color-scheme: light;
    print-color-adjust: exact;
  }
  body {
    margin: 0;
    color: var(--_text);
    font: 11pt/1.45 system-ui, sans-serif;
  }
  h1,
  h3,
  p,
  dl,
  dd,
  ul {
    margin: 0;
    padding: 0;
  }
  h1 {
    margin-block-end: 8px;
    font-size: 18pt;
    line-height: 1.25;
  }
  h3 {
    font-size: 13pt;
  }
  main {
    display: grid;
    gap: 24px;
    margin-block-start: 24px;
  }
`;

/** The document to print. */
export interface Printable {
  /** Its title, which browsers suggest as the name of the PDF. */
  title: string;
  content: TemplateResult;
  styles: readonly CSSResult[];
}

/**
 * Opens the browser's print dialog for a document.
 * @param signal removes the document from the page; it goes by itself when the dialog closes
 */
export async function printDocument(
  { title, content, styles }: Printable,
  signal: AbortSignal,
): Promise<void> {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  // A frame that is not displayed does not print in every browser. A partner's CSP allows styles set by script.
  Object.assign(frame.style, { position: 'absolute', inlineSize: '0', blockSize: '0', border: '0' });
  signal.addEventListener('abort', () => frame.remove());
  // Firefox loads the empty document later and drops what was drawn before.
  await new Promise((loaded) => {
    frame.addEventListener('load', loaded, { once: true });
    document.body.append(frame);
  });
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (view === null) return;
  view.document.title = title;
  Object.assign(view.document.documentElement, { lang: spoken.tag.slice(0, 2), dir: spoken.dir });
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(styles.map(({ cssText }) => cssText).join('\n'));
  view.document.adoptedStyleSheets = [sheet];
  render(content, view.document.body);
  view.addEventListener('afterprint', () => frame.remove());
  view.focus();
  view.print();
}
