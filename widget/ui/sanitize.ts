/**
 * Sanitizes HTML from the service. The allowlist keeps the wording and structure of legal copy (CONS-11, QST-08). It
 * returns nodes, never a string. The build renames the Trusted Types policy of DOMPurify.
 */
import createPurifier, { type Config } from 'dompurify';

const config: Config = {
  ALLOWED_TAGS: [
    ...[
      'p',
      'br',
      'hr',
      'div',
      'span',
      'section',
      'article',
      'header',
      'footer',
      'blockquote',
      'address',
      'pre',
    ],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a'],
    ...[
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'small',
      'sub',
      'sup',
      'mark',
      'q',
      'cite',
      'abbr',
      'code',
      'ins',
      'del',
    ],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'lang', 'dir', 'start', 'type', 'value', 'colspan', 'rowspan', 'scope'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

let purifier: ReturnType<typeof createPurifier> | null = null;

function ready(): ReturnType<typeof createPurifier> {
  if (purifier !== null) return purifier;
  purifier = createPurifier(window);
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName !== 'A') return;
    if (!/^(?:https?:|mailto:|tel:)/i.test(node.getAttribute('href') ?? '')) {
      // A relative link of the service would lead into the partner's site.
      node.removeAttribute('href');
      return;
    }
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  });
  return purifier;
}

/** @returns the sanitized nodes of the HTML */
export function sanitize(html: string): DocumentFragment {
  return ready().sanitize(html, { ...config, RETURN_DOM_FRAGMENT: true });
}
