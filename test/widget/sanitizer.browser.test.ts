/** The sanitizer of the service's HTML, also against DOMPurify, which finds nothing more to remove. */
import purifier from 'dompurify';
import fc from 'fast-check';
import { sanitize } from '../../widget/ui/sanitize.ts';
import { assert, equal } from './assert.ts';

const allowed = {
  ALLOWED_TAGS: (
    'p br hr div span section article header footer blockquote address pre h1 h2 h3 h4 h5 h6 ul ol li dl dt dd a b strong i em ' +
    'u s small sub sup mark q cite abbr code ins del table caption thead tbody tfoot tr th td'
  ).split(' '),
  ALLOWED_ATTR: 'href title lang dir start type value colspan rowspan scope target rel'.split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  IN_PLACE: true,
  // This option guards copies that are written as text and parsed again. The widget does not do that.
  SAFE_FOR_XML: false,
};

function markup(html: string): string {
  const holder = document.createElement('div');
  holder.append(sanitize(html));
  return holder.innerHTML;
}

/** @returns what DOMPurify still removes from the sanitized copy */
function removedFrom(html: string): string[] {
  const copy = document.createElement('div');
  copy.append(sanitize(html));
  purifier.sanitize(copy, allowed);
  return purifier.removed.map((what) =>
    JSON.stringify('element' in what ? what.element?.nodeName : what.attribute?.name),
  );
}

const elements =
  'p div a b table td tr caption form input svg math mtext mglyph mi annotation-xml foreignObject desc title style script ' +
  'noscript template iframe object embed img video select option textarea xmp plaintext base meta link body html frameset x-y';
const attributes = [
  'href="javascript:1"',
  'href=" &#106;avascript:1"',
  'href="https://x.example/"',
  'xlink:href="javascript:1"',
  'src=x',
  'onerror=1',
  'style="position:fixed"',
  'id=body',
  'name=attributes',
  'is=x-y',
  'slot=x',
  'part=x',
  'class=x',
  'target=_self',
  'title="</noscript><img src=x onerror=1>"',
  'encoding="text/html"',
  'action="javascript:1"',
];
const element = fc.constantFrom(...elements.split(' '));
const piece = fc.oneof(
  fc
    .tuple(element, fc.array(fc.constantFrom(...attributes), { maxLength: 3 }))
    .map(([name, of]) => `<${[name, ...of].join(' ')}>`),
  element.map((name) => `</${name}>`),
  fc.constantFrom(
    'text',
    '&lt;img src=x onerror=1&gt;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x',
    '\0',
    '"',
    "'",
    '<',
    '/>',
  ),
);

describe('the sanitizer', () => {
  it('keeps the wording and the structure of legal copy [CONS-11]', () => {
    const copy =
      '<h2>1. Terms</h2><ol start="3" type="a"><li>One <b>two</b><ul><li>three</li></ul></li></ol><table><tbody><tr><th scope="row">A</th><td colspan="2">B &amp; C</td></tr></tbody></table><p lang="es">Sí<br>no</p>';
    equal(markup(copy), copy);
  });

  it('opens links in a new tab without a referrer', () => {
    equal(
      markup('<a href="https://example.com/">x</a>'),
      '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">x</a>',
    );
  });

  it('removes everything that acts, loads or styles [QST-08]', () => {
    const bad = [
      '<script>1</script>',
      '<img src=x onerror=1>',
      '<iframe src="https://x.example"></iframe>',
      '<svg><script>1</script></svg>',
      '<p style="position:fixed" onclick="1" id="zip" class="primary" data-x="1">t</p>',
      '<form><input name="a"><button>b</button></form>',
      '<style>*{display:none}</style>',
      '<a href="javascript:1">x</a><a href=" data:text/html,1">y</a><a href="/local">z</a>',
    ];
    for (const html of bad) {
      assert(!/<(?!\/?(?:p|a)>)/.test(markup(html)), `${html} became ${markup(html)}`);
    }
  });

  it('keeps the text of what it removes, without code and without what is not shown', () => {
    const table = [
      ['<form>a<p>b</p><center>c</center></form>d', 'a<p>b</p>cd'],
      ['<form><p>a</p><input name="childNodes"><input name="localName"><b>b</b></form>', '<p>a</p><b>b</b>'],
      ['<form id="body" name="content"></form><p>a</p>', '<p>a</p>'],
      ['a<!-- b -->c<script>d</script><style>e</style><noscript>f</noscript><title>g</title>', 'ac'],
      ['<svg><text>a</text></svg><math><mtext>b</mtext></math>c', 'c'],
      ['<template><p>a</p></template><p is="x-y">b</p><x-y>c</x-y>', '<p>b</p>c'],
      ['<svg><p><style><a id="</style><img src=1 onerror=alert(1)>">', '<p>"&gt;</p>'],
      [
        '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
        '',
      ],
      [
        '<a href=" https://example.com/?a=1&amp;b=2 " ping="/x" download>a</a>',
        '<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">a</a>',
      ],
    ] as const;
    for (const [html, expected] of table) equal(markup(html), expected, html);
    // Engines read what is in noscript differently: as elements or as text.
    const noscript = '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>';
    assert(['', '"&gt;'].includes(markup(noscript)), markup(noscript));
  });

  it('removes links that are no address of a web page, a mailbox or a telephone', () => {
    const links = [
      'java\nscript:1',
      '\u0001javascript:1',
      '//x.example',
      '#zip',
      'blob:1',
      'ftp://x',
      'vbscript:1',
    ];
    for (const link of links) equal(markup(`<a href="${link}">x</a>`), '<a>x</a>', link);
    for (const link of ['mailto:a@b.example', 'tel:+15550100', 'HTTP://x.example/'])
      assert(markup(`<a href="${link}">x</a>`).includes('_blank'), link);
  });

  it('takes markup that is nested as deep as a browser nests it', () => {
    const html = `${'<div>'.repeat(5_000)}deep`;
    equal(sanitize(html).textContent, 'deep');
  });

  it('changes nothing in copy that a browser has written itself', () => {
    const copy = markup(
      '<p>a<b>b<i>c</b>d</i><table><td>e</table><ul><li>f<li>g</ul>&lt;script&gt;&nbsp;</p>',
    );
    equal(markup(copy), copy);
  });

  it('leaves nothing that DOMPurify removes', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        equal(removedFrom(pieces.join('')), []);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is compared with a sanitizer that finds what is wrong', () => {
    const wrong = document.createElement('div');
    wrong.append(document.createElement('img'));
    purifier.sanitize(wrong, allowed);
    assert(purifier.removed.length > 0, 'the image');
  });
});
