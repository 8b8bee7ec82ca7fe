/** The design system's parts that decide something: formats, dates, the sanitizer, the dialog, the guarded define. */
import { checkDate, isoDateOf, readDate, usDateOf } from '../../widget/ui/date-of-birth.ts';
import { define } from '../../widget/ui/define.ts';
import { ReadingDialog } from '../../widget/ui/dialog.ts';
import {
  dateLeaf,
  distanceWords,
  longMoment,
  offsetWords,
  priceWords,
  wallHour,
} from '../../widget/ui/format.ts';
import { sanitize } from '../../widget/ui/sanitize.ts';
import { assert, equal, pause } from './assert.ts';

function markup(html: string): string {
  const holder = document.createElement('div');
  holder.append(sanitize(html));
  return holder.innerHTML;
}

describe('formats', () => {
  it('read wall time from the string, over every offset and change of clocks [DISC-40]', () => {
    const table = [
      ['2026-03-08T02:30:00-06:00', 'Sunday, March 8, 2:30 AM', 'UTC−06:00'],
      ['2026-11-01T01:30:00-05:00', 'Sunday, November 1, 1:30 AM', 'UTC−05:00'],
      ['2028-02-29T00:00:00+14:00', 'Tuesday, February 29, 12:00 AM', 'UTC+14:00'],
      ['2026-12-31T23:45:00.000-0930', 'Thursday, December 31, 11:45 PM', 'UTC−09:30'],
      ['2026-06-01T12:00:00Z', 'Monday, June 1, 12:00 PM', 'UTC'],
    ] as const;
    for (const [text, moment, offset] of table) {
      equal(longMoment(text), moment);
      equal(offsetWords(text), offset);
    }
    equal(wallHour('2026-06-01T17:00:00+05:30'), 17);
    equal(dateLeaf('2026-06-01'), { weekday: 'Mon', day: '1', month: 'Jun' });
    equal(longMoment('soon'), 'soon, soon');
  });

  it('name the currency of a price, including an unknown one [DISC-30]', () => {
    equal(priceWords({ amount: 149, currency: 'USD' }), '$149');
    equal(priceWords({ amount: 1490.5, currency: 'JPY' }), '¥1,491');
    equal(priceWords({ amount: 12.5, currency: 'points' }), '12.50 points');
  });

  it('say distances plainly', () => {
    equal([0.04, 1, 5.64, 21.8].map(distanceWords), [
      'less than 0.1 miles',
      '1 mile',
      '5.6 miles',
      '22 miles',
    ]);
  });
});

describe('dates of birth', () => {
  it('are parsed in all pasted notations', () => {
    for (const text of [
      '1985-03-14',
      '03/14/1985',
      ' 3.14.1985 ',
      'March 14, 1985',
      '14 mar 1985',
      'Mar 14th 1985',
    ]) {
      const date = readDate(text);
      equal(date && isoDateOf(date), '1985-03-14', text);
      equal(date && usDateOf(date), '03/14/1985', text);
    }
    equal(['', '14', 'hello', '3/14/85'].map(readDate), [null, null, null, null]);
  });

  it('are refused with a sentence that says what to correct', () => {
    equal(checkDate({ month: '2', day: '29', year: '2000' }, 'empty'), null);
    const wrong = [
      { month: '', day: '', year: '' },
      { month: '2', day: '29', year: '1999' },
      { month: '3', day: 'x', year: '1999' },
      { month: '3', day: '1', year: '99' },
      { month: '3', day: '1', year: '2999' },
      { month: '13', day: '1', year: '1999' },
    ];
    for (const date of wrong) assert(checkDate(date, 'empty') !== null, JSON.stringify(date));
  });
});

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
      ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', ''],
      [
        '<a href=" https://example.com/?a=1&amp;b=2 " ping="/x" download>a</a>',
        '<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">a</a>',
      ],
    ] as const;
    for (const [html, expected] of table) equal(markup(html), expected, html);
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
});

describe('the reading dialog', () => {
  it('keeps the scroll position of each text and restores the focus', async () => {
    const opener = document.createElement('button');
    const dialog = new ReadingDialog();
    document.body.append(opener, dialog);
    opener.focus();
    const long = { key: 'a', heading: 'A', content: 'line\n'.repeat(400) };
    await dialog.show(long);
    const body = dialog.shadowRoot?.querySelector('.body');
    assert(body instanceof HTMLElement, 'a body');
    body.scrollTop = 700;
    await pause(50);
    dialog.close();
    assert(document.activeElement === opener, 'the focus is back');
    await dialog.show({ key: 'b', heading: 'B', content: 'short' });
    equal(body.scrollTop, 0);
    dialog.close();
    await dialog.show(long);
    equal(body.scrollTop, 700);
    dialog.remove();
    opener.remove();
  });
});

describe('define', () => {
  it('keeps the first of two definitions', () => {
    class First extends HTMLElement {}
    class Second extends HTMLElement {}
    define('dx-defined-twice', First);
    define('dx-defined-twice', Second);
    equal(customElements.get('dx-defined-twice') === First, true);
  });
});
