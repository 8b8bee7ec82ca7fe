/** The design system's parts that decide something: formats, dates, the dialog, the guarded define. */
import { speak } from '../../widget/texts/spoken.ts';
import { checkDate, exampleDate, isoDateOf, readDate, usDateOf } from '../../widget/ui/date-of-birth.ts';
import { define } from '../../widget/ui/define.ts';
import { ReadingDialog } from '../../widget/ui/dialog.ts';
import {
  dateWithYear,
  distanceWords,
  longDate,
  longMoment,
  momentHere,
  offsetWords,
  priceWords,
  tileWords,
  wallHour,
  zoneWords,
} from '../../widget/ui/format.ts';
import { assert, equal } from './assert.ts';

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
      equal(longMoment(text).replaceAll('\u00a0', ' '), moment);
      equal(offsetWords(text), offset);
    }
    equal(wallHour('2026-06-01T17:00:00+05:30'), 17);
    equal(tileWords('2026-06-01'), { weekday: 'Mon', day: '1', month: 'Jun' });
    equal(longMoment('soon'), 'soon, soon');
  });

  it('tell the two hours apart that the end of summer time repeats, on the day of the zone itself', () => {
    const named: [zone: string, at: string, name: string][] = [
      ['America/New_York', '2026-11-01T04:59:00Z', 'Eastern Time'],
      ['America/New_York', '2026-11-01T01:30:00-04:00', 'Eastern Daylight Time'],
      ['America/New_York', '2026-11-01T01:30:00-05:00', 'Eastern Standard Time'],
      ['America/New_York', '2026-11-01T07:00:00Z', 'Eastern Time'],
      ['America/Phoenix', '2026-11-01T08:30:00Z', 'Mountain Standard Time'],
      ['Europe/Berlin', '2026-10-25T00:30:00Z', 'Central European Summer Time'],
      ['Europe/Berlin', '2026-11-01T01:30:00Z', 'Central European Time'],
    ];
    for (const [zone, at, name] of named) equal(zoneWords(zone, at), name, at);
  });

  it('name the zones of UTC as people do', () => {
    const at = '2026-06-01T12:00:00Z';
    const names = ['UTC', 'Etc/UTC', 'GMT', 'Europe/London'].map((zone) => zoneWords(zone, at));
    equal(names, ['UTC', 'UTC', 'UTC', 'United Kingdom Time']);
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    assert(momentHere(at).endsWith(zoneWords(here, at)), momentHere(at));
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

describe('dates', () => {
  const day = '2026-12-01';
  for (const [tag, long, withItsYear] of [
    ['en-US', 'Tuesday, December_1', 'December_1, 2026'],
    ['es-US', 'martes, 1_de_diciembre', '1_de_diciembre de 2026'],
    ['de-DE', 'Dienstag, 1._Dezember', '1._Dezember 2026'],
    ['ar', 'الثلاثاء، 1_ديسمبر', '1_ديسمبر 2026'],
  ] as const)
    it(`break in ${tag} neither between the day and its month nor within the time`, () => {
      speak(tag, {});
      const marked = (text: string) => text.replaceAll('\u00a0', '_');
      const [written, year, moment] = [longDate(day), dateWithYear(day), longMoment(`${day}T09:30`)];
      const [here] = momentHere(`${day}T12:00:00Z`).split(/[,،]| 2026/);
      speak('en-US', {});
      equal([marked(written), marked(year)], [long, withItsYear]);
      assert(!here?.includes(' '), `${here}`);
      assert(!moment.slice(moment.indexOf('9')).includes(' '), moment);
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
      '03141985',
      '19850314',
    ]) {
      const date = readDate(text);
      equal(date && isoDateOf(date), '1985-03-14', text);
      equal(date && usDateOf(date), '03/14/1985', text);
    }
    for (const text of ['', '14', 'hello', '3/14/85']) equal(readDate(text), null, text);
  });

  it('have the order of the language, and Arabic and Persian digits', () => {
    const orders = [
      ['en-US', '3 14 1985', '1985-02-03'],
      ['es-US', '14 3 1985', '1985-03-02'],
      ['de-DE', '14 3 1985', '1985-03-02'],
      ['ar-u-nu-latn', '14 3 1985', '1985-03-02'],
    ] as const;
    for (const [tag, example, iso] of orders) {
      speak(tag, {});
      equal(exampleDate(), example, tag);
      for (const text of ['2/3/1985', '2.3.1985', '٢/٣/١٩٨٥', '۲/۳/۱۹۸۵']) {
        const date = readDate(text);
        equal(date && isoDateOf(date), iso, `${tag}: ${text}`);
      }
      for (const text of ['1985-03-14', '3/14/1985', '14/3/1985', '١٩٨٥-٠٣-١٤', '14031985']) {
        const date = readDate(text);
        equal(date && isoDateOf(date), '1985-03-14', `${tag}: ${text}`);
      }
    }
    speak('en-US', {});
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

  it('are not in the future on the day of the browser, which may have begun before that of UTC', () => {
    // 00:30 on Guam.
    const today = new Date('2026-03-13T14:30:00Z');
    Object.assign(today, { getFullYear: () => 2026, getMonth: () => 2, getDate: () => 14 });
    equal(checkDate({ month: '3', day: '14', year: '2026' }, 'empty', today), null);
    assert(checkDate({ month: '3', day: '15', year: '2026' }, 'empty', today) !== null, 'tomorrow');
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
    // As Escape does.
    dialog.shadowRoot?.querySelector('dialog')?.requestClose();
    assert(document.activeElement === opener, 'the focus is back');
    await dialog.show({ key: 'b', heading: 'B', content: 'short' });
    equal(body.scrollTop, 0);
    dialog.close();
    await dialog.show(long);
    equal(body.scrollTop, 700);
    body.scrollTop = 800;
    dialog.close();
    await dialog.show(long);
    equal(body.scrollTop, 800);
    dialog.remove();
    opener.remove();
  });

  it('keeps its keys from the page behind, whose own dialog would close by the same Escape', async () => {
    const dialog = new ReadingDialog();
    document.body.append(dialog);
    await dialog.show({ key: 'a', heading: 'A', content: 'short' });
    const heard: Event[] = [];
    const hear = (event: Event) => void heard.push(event);
    document.addEventListener('keydown', hear);
    const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true });
    dialog.shadowRoot?.querySelector('.body')?.dispatchEvent(pressed);
    document.removeEventListener('keydown', hear);
    equal(heard.length, 0);
    dialog.remove();
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
