/** The product and times steps: what it costs, and when. */
import { setViewport } from '@web/test-runner-commands';
import { setLanguage } from '../../widget/texts/language.ts';
import { bookingFiles } from '../../widget/texts/language-files.ts';
import { assert, equal } from './assert.ts';
import { manyDays, oneTaken, someChosen } from './gallery/availability.ts';
import {
  all,
  at,
  byId,
  focused,
  label,
  lastOf,
  one,
  press,
  settled,
  submit,
  words,
} from './gallery/controls.ts';
import { states } from './gallery/states.ts';
import type { Step } from './gallery/step-harness.ts';

const first = '2026-10-30T09:30:00-05:00';
const second = '2026-11-02T08:00:00-06:00';

function key(target: Element | null, name: string): void {
  target?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
}

describe('<dx-product-step>', () => {
  it('names the test as every other step does, and the product of the service below', async () => {
    const product = states.product?.shows;
    assert(product?.step === 'product', 'a product');
    const { step } = await at({ shows: product });
    equal([words(one(step, 'h2')), words(one(step, '.lead'))], ['Calcium Score', product.name]);
    step.shows = { ...product, test_type: 'SOMETHING_NEW' };
    await settled(step);
    equal(words(one(step, 'h2')), product.name);
  });

  it('shows the note as plain text before anything is paid, and the price in its currency [DISC-29] [DISC-30]', async () => {
    const product = states['product-plain']?.shows;
    assert(product?.step === 'product', 'a product');
    const { step, received } = await at({ shows: { ...product, additional_note: '<b>Ring</b> twice' } });
    assert(words(one(step, '.note')).includes('<b>Ring</b> twice'), 'as it came');
    equal(words(one(step, '.price')), '€89.50');
    await submit(step);
    equal(lastOf(received, 'dx-answer'), { accept: true });
  });
});

describe('<dx-times-step>', () => {
  it('shows the wall time of the string in any time zone of the browser [DISC-40]', async () => {
    const { step } = await at({ shows: manyDays });
    const time = one(step, `[data-time="${first}"]`);
    equal(words(time), '9:30 AM');
    equal(label(time), 'Friday, October 30, 9:30 AM');
    assert(words(one(step, 'form')).includes('All times are in Central Time.'), 'the zone in words');
    step.shows = { ...manyDays, timezone: null };
    await settled(step);
    assert(
      words(one(step, 'form')).includes('All times are the testing center’s local time (UTC−05:00).'),
      'the offset',
    );
  });

  it('groups times under the date they were returned with [DISC-41]', async () => {
    const odd = { date: '2026-12-24', times: ['2026-12-25T00:30:00+14:00'] };
    const { step } = await at({ shows: { ...manyDays, dates: [odd] } });
    assert(words(one(step, '.day')).startsWith('Thu Dec 24'), 'the date as given');
  });

  it('takes the first tap as first choice and further ones as alternates, byte for byte [DISC-39] [DISC-46]', async () => {
    const { step, received } = await at({ shows: manyDays });
    await press(step, 'Friday, October 30, 9:30');
    all(step, '.day')[2]?.click();
    await settled(step);
    await press(step, 'Monday, November 2, 8:00');
    await submit(step);
    equal(lastOf(received, 'dx-answer'), { primary: first, alternates: [second] });
    equal(lastOf(received, 'dx-draft'), { times: [first, second] });
  });

  it('asks for at least one alternate and takes no more than three [SCH-05]', async () => {
    const { step, received } = await at({ shows: manyDays, draft: { times: [first] } });
    await submit(step);
    equal(lastOf(received, 'dx-answer'), undefined);
    assert(focused(step)?.className === 'error-summary', 'the summary takes the focus');
    const full = await at({ shows: someChosen });
    await press(full.step, 'Friday, October 30, 8:00');
    equal(words(byId(full.step, 'alternates')), '4 of 4 chosen');
  });

  it('moves the rest up when one is removed', async () => {
    const { step } = await at({ shows: someChosen });
    one(step, '.summary').click();
    await settled(step);
    equal(all(step, '.bar li').length, 4);
    await press(step, 'Remove Friday, October 30, 9:30');
    equal(words(one(step, '[data-rank="1st"]')), '1:00 PM');
    assert(focused(step)?.matches('.summary'), 'the focus stays with the choices');
    equal(words(one(step, '.summary')), 'Your times 1st Oct 30, 1:00 PM');
  });

  it('drops a choice that is no longer open and keeps the others', async () => {
    const { step } = await at({ shows: someChosen });
    const dates = someChosen.dates?.map(({ date, times }) => ({
      date,
      times: times.filter((time) => time !== first),
    }));
    step.shows = { ...someChosen, dates: dates ?? [] };
    await settled(step);
    equal(words(one(step, '[data-rank="1st"]')), '1:00 PM');
  });

  it('moves through the days and the grid with the arrow keys', async () => {
    const { step } = await at({ shows: manyDays });
    const day = one(step, '.day[aria-selected="true"]');
    day.focus();
    key(day, 'ArrowRight');
    await settled(step);
    assert(words(one(step, '.day[aria-selected="true"]')).startsWith('Sat Oct 31 2 times'), 'next day');
    equal(all(step, '.day[tabindex="0"]').length, 1);
    const time = one(step, '.time[tabindex="0"]');
    time.focus();
    key(time, 'ArrowRight');
    await settled(step);
    equal((focused(step) as HTMLElement).dataset.time, '2026-10-31T09:30:00-05:00');
    equal(all(step, '.time[tabindex="0"]').length, 1);
  });

  it('shows that there are no open times, and offers to try again when the calendar does not respond [DISC-42]', async () => {
    const none = await at({ shows: { ...manyDays, dates: [] } });
    await press(none.step, 'Choose another testing center');
    equal(lastOf(none.received, 'dx-revisit'), { step: 'place' });
    const silent = await at({ shows: { ...manyDays, dates: null } });
    await press(silent.step, 'Try again');
    equal(silent.received.length, 1);
    equal(silent.received[0]?.type, 'dx-retry');
  });

  it('names the time that was taken, keeps the others and sends the request', async () => {
    const { step, received } = await at({ shows: oneTaken });
    equal(
      words(byId(step, 'taken')),
      'Fri, Oct 30, 7:30 AM was just taken. Your other times are still chosen. You’ve already paid. You won’t be charged again.',
    );
    await press(step, 'Send request');
    const { kept } = oneTaken.taken ?? { kept: [] };
    equal(lastOf(received, 'dx-answer'), { primary: kept[0], alternates: kept.slice(1) });
  });

  it('clears the error as soon as enough times are chosen', async () => {
    const { step } = await at({ shows: manyDays, draft: { times: [first] } });
    await submit(step);
    equal(words(byId(step, 'alternates')), 'Pick 1 more');
    assert(one(step, '.error-summary').checkVisibility(), 'the summary');
    await press(step, 'Friday, October 30, 8:00');
    equal(all(step, '.error-summary').length, 0);
    equal(words(byId(step, 'alternates')), '2 of 4 chosen');
  });

  describe('the bar of chosen times', () => {
    const sizes = [
      [320, 568],
      [360, 740],
      [640, 400],
      [1280, 720],
    ] as const;
    const box = (step: Step) => one(step, '.bar').getBoundingClientRect();
    afterEach(async () => {
      document.documentElement.style.removeProperty('--dx-font-size');
      await setLanguage('en', bookingFiles);
      await setViewport({ width: 800, height: 600 });
    });

    it('is below the times until one is chosen, then it is one line in view', async () => {
      for (const [width, height] of sizes) {
        await setViewport({ width, height });
        const none = await at({ shows: manyDays });
        equal(getComputedStyle(one(none.step, '.bar')).position, 'static');
        const { step } = await at({ shows: someChosen });
        one(step, 'form').style.paddingBlockEnd = '2000px';
        scrollTo(0, 0);
        const { top, bottom } = box(step);
        assert(top > 0 && bottom <= height, `at ${width}: the bar is at ${top} to ${bottom} of ${height}`);
        assert(bottom - top <= Math.min(72, height / 5), `at ${width}: ${bottom - top} px of ${height}`);
        for (const text of all(step, '.summary > .figures, .next'))
          assert(text.scrollWidth <= text.clientWidth, `at ${width}: ${words(text)} is cut`);
      }
    });

    it('is as low in a column of 256 px, in every language: Arabic dates take two lines', async () => {
      await setViewport({ width: 320, height: 568 });
      for (const language of ['de', 'es', 'ar', 'en']) {
        await setLanguage(language, bookingFiles);
        const { step } = await at({ shows: someChosen });
        step.style.inlineSize = '256px';
        await settled(step);
        const { height } = box(step);
        assert(height <= (language === 'ar' ? 80 : 72), `${language}: ${height} px`);
      }
    });

    it('breaks no word at 320 px with text of twice the size', async () => {
      await setViewport({ width: 320, height: 640 });
      document.documentElement.style.setProperty('--dx-font-size', '32px');
      const { step } = await at({ shows: someChosen });
      const [label] = all(step, '.bar .primary .ready');
      assert(label, 'the label');
      const word = document.createRange();
      word.selectNodeContents(label);
      equal([words(label), word.getClientRects().length], ['Continue', 1]);
    });

    it('does not cover the day, the date or the time that has the focus', async () => {
      for (const [width, height] of [...sizes, [320, 256]] as const) {
        await setViewport({ width, height });
        const { step } = await at({ shows: someChosen });
        for (const view of ['strip', 'month']) {
          if (view === 'month') await press(step, 'Show month');
          const controls = all(step, '.day, .time, .month button:not([aria-disabled="true"])');
          for (const control of [...controls, ...controls.toReversed()]) {
            control.focus();
            const { top, bottom } = control.getBoundingClientRect();
            const isHeld = getComputedStyle(one(step, '.bar')).position === 'sticky';
            const end = isHeld ? Math.min(height, box(step).top) : height;
            assert(
              top >= 0 && bottom <= end + 1,
              `${width} × ${height}: ${words(control)} at ${top} to ${bottom} of ${end}`,
            );
          }
        }
      }
    });

    it('shows a part of the next day where there are more, in every language', async () => {
      await setViewport({ width: 320, height: 568 });
      for (const language of ['de', 'es', 'ar', 'en'])
        for (const width of [224, 288, 343]) {
          await setLanguage(language, bookingFiles);
          const { step } = await at({ shows: manyDays });
          step.style.inlineSize = `${width}px`;
          await settled(step);
          const strip = one(step, '.strip').getBoundingClientRect();
          const shares = all(step, '.day').map((day) => {
            const { left, right, width: all } = day.getBoundingClientRect();
            return (Math.min(right, strip.right) - Math.max(left, strip.left)) / all;
          });
          assert(
            shares.some((share) => share > 0.2 && share < 0.8),
            `${language} at ${width}: ${shares.map((share) => share.toFixed(2))}`,
          );
        }
    });

    it('has weekdays above the month that break inside no word and fit, in every language', async () => {
      await setViewport({ width: 320, height: 568 });
      for (const language of ['de', 'es', 'ar', 'en']) {
        await setLanguage(language, bookingFiles);
        const { step } = await at({ shows: someChosen });
        step.style.inlineSize = '256px';
        all(step, '.days-head .tertiary').at(-1)?.click();
        await settled(step);
        equal(all(step, '.month th').length, 7);
        for (const day of all(step, '.month th')) {
          const word = document.createRange();
          word.selectNodeContents(day);
          const lines = word.getClientRects().length;
          assert(
            lines === 1 && day.scrollWidth <= day.clientWidth,
            `${language}: ${words(day)} in ${lines} lines`,
          );
        }
      }
    });

    it('shows a whole month above it on a phone', async () => {
      await setViewport({ width: 360, height: 740 });
      const { step } = await at({ shows: someChosen });
      await press(step, 'Show month');
      one(step, '.days-head').scrollIntoView();
      const { bottom } = one(step, '.month').getBoundingClientRect();
      assert(bottom <= box(step).top, `the month ends at ${bottom}, the bar begins at ${box(step).top}`);
    });

    it('opens to a list of at most half of the window', async () => {
      await setViewport({ width: 360, height: 740 });
      const { step } = await at({ shows: someChosen });
      await press(step, 'Your times');
      equal(one(step, '.summary').ariaExpanded, 'true');
      const { top, bottom } = box(step);
      assert(bottom <= 740 && bottom - top <= 370, `${top} to ${bottom}`);
      await press(step, 'Your times');
      equal(all(step, '.bar li').length, 0);
    });
  });

  it('names a day and a time by what their buttons show', async () => {
    const { step } = await at({ shows: someChosen });
    for (const day of all(step, '.day')) assert(!day.hasAttribute('aria-label'), 'the text is the name');
    for (const time of all(step, '.time[data-rank]')) {
      const name = label(time) ?? '';
      assert(name.includes(words(time)) && name.includes(time.dataset.rank ?? ''), name);
    }
  });

  it('shows a month as a grid: arrows move by days and weeks, Page Down by months, closed days stay closed', async () => {
    const { step } = await at({ shows: manyDays });
    await press(step, 'Show month');
    const day = () => focused(step) as HTMLElement;
    one(step, '.month [tabindex="0"]').focus();
    equal(label(day()), 'Friday, October 30, 11 times');
    key(day(), 'ArrowLeft');
    await settled(step);
    equal(label(day()), 'Thursday, October 29, no open times');
    day().click();
    await settled(step);
    equal(words(one(step, '.month [aria-selected="true"]')), '30');
    key(day(), 'PageDown');
    await settled(step);
    equal(day().dataset.date, '2026-11-29');
    equal(words(byId(step, 'month')), 'November 2026');
    key(day(), 'ArrowUp');
    await settled(step);
    key(day(), 'Home');
    await settled(step);
    key(day(), 'ArrowRight');
    await settled(step);
    equal(day().dataset.date, '2026-11-23');
    for (const _ of [1, 2]) {
      key(day(), 'ArrowUp');
      await settled(step);
    }
    day().click();
    await settled(step);
    equal(all(step, 'h3').map(words)[1], 'Monday, November 9');
    equal(all(step, '.month [tabindex="0"]').length, 1);
  });
});
