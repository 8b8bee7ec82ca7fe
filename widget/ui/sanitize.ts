/**
 * Sanitizes HTML from the service. The allowlist keeps the wording and structure of legal copy (CONS-11, QST-08).
 *
 * It copies allowed elements, attributes and text into new nodes. Nothing of the parsed document is used itself, and
 * the result is never written as HTML and parsed again, so no mutation of the markup can bring a removed part back.
 */
const allowedElements = new Set(
  (
    'p br hr div span section article header footer blockquote address pre h1 h2 h3 h4 h5 h6 ul ol li dl dt dd a ' +
    'b strong i em u s small sub sup mark q cite abbr code ins del table caption thead tbody tfoot tr th td'
  ).split(' '),
);
const allowedAttributes = 'title lang dir start type value colspan rowspan scope'.split(' ');

/** Of other elements, the content stays. Of these, it is no text for a reader. */
const removedWhole =
  'audio,canvas,colgroup,iframe,math,noembed,noframes,noscript,object,plaintext,script,style,svg,template,title,video,xmp';

/** A relative link of the service would lead into the partner's site. */
const allowedLink = /^(?:https?:|mailto:|tel:)/i;

const unchanged = { createHTML: (html: string) => html };
/** Trusted Types, if the browser has them. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: typeof unchanged): typeof unchanged };
};
let policy: typeof unchanged | undefined;

/**
 * Sanitizes HTML. Links that are kept open in a new tab.
 * @returns new nodes. The fragment is empty after they have been added to a document.
 * @throws TypeError if the page's content security policy does not allow the Trusted Types policy `dx-copy`. The build
 *   names it after an element with a copy of its own
 */
export function sanitize(html: string): DocumentFragment {
  policy ??= trustedTypes?.createPolicy('dx-copy', unchanged) ?? unchanged;
  // Its content runs no script and loads nothing.
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(html);
  const copy = document.createDocumentFragment();
  copyContent(document.createTreeWalker(template.content, NodeFilter.SHOW_ALL, verdict), copy);
  return copy;
}

const headings = 'h1,h2,h3,h4,h5,h6';
const levelOf = ({ localName }: Element): number => Number(localName.slice(1));

/**
 * Sanitizes HTML, as `sanitize`, for a place below a heading of ours.
 * @param level of that heading. The highest headings of the HTML are read as the next level
 */
export function sanitizeBelow(html: string, level: number): DocumentFragment {
  const copy = sanitize(html);
  const found = [...copy.querySelectorAll(headings)];
  const highest = Math.min(...found.map(levelOf));
  for (const one of found) one.setAttribute('aria-level', String(level + 1 + levelOf(one) - highest));
  return copy;
}

/** A skipped node is replaced by its content, a rejected one is removed with it. */
function verdict(node: Node): number {
  if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
  // The fields of a form can hide its own properties, so it is asked for none.
  if (!(node instanceof Element) || node instanceof HTMLFormElement) return NodeFilter.FILTER_SKIP;
  if (node.matches(removedWhole)) return NodeFilter.FILTER_REJECT;
  return allowedElements.has(node.localName) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
}

/** Copies what is in the walker's node, and leaves the walker there. */
function copyContent(walker: TreeWalker, to: Node): void {
  let node = walker.firstChild();
  if (node === null) return;
  for (; node !== null; node = walker.nextSibling()) {
    if (!(node instanceof Element)) {
      to.appendChild(new Text(node.nodeValue ?? ''));
      continue;
    }
    const copy = copyOf(node);
    copyContent(walker, copy);
    to.appendChild(copy);
  }
  walker.parentNode();
}

/** Copies an element without its content. */
function copyOf(element: Element): HTMLElement {
  const copy = document.createElement(element.localName);
  for (const name of allowedAttributes) {
    const value = element.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  const link = element.getAttribute('href')?.trim() ?? '';
  if (copy instanceof HTMLAnchorElement && allowedLink.test(link))
    Object.assign(copy, { href: link, target: '_blank', rel: 'noopener noreferrer' });
  return copy;
}
