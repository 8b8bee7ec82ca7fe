/** The sanitizer against DOMPurify, which finds nothing to remove in what it returns. */
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
