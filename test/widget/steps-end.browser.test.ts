/** The steps after everything is chosen: review, the two waits, and the two ends. */
import { assert, equal } from './assert.ts';
import { all, at, lastOf, one, press, settled, submit, words } from './gallery/controls.ts';
import { states } from './gallery/states.ts';

function shown(name: string) {
  const state = states[name];
  if (state === undefined) throw new Error(`no state ${name}`);
  return state;
}

describe('<dx-review-step>', () => {
  it('shows the note before the money and the total in its currency', async () => {
    const { step } = await at(shown('review'));
    const note = one(step, '.note');
    const total = one(step, '.total');
    assert(note.compareDocumentPosition(total) & Node.DOCUMENT_POSITION_FOLLOWING, 'the note stands first');
    assert(words(total).includes('CA$149'), words(total));
  });

  it('has a way to change each thing that can be changed', async () => {
    const { step, received } = await at(shown('review'));
    await press(step, 'Change first choice');
    equal(lastOf(received, 'dx-revisit'), { step: 'times' });
    const fixed = await at({ ...shown('review'), view: { steps: [] } });
    equal(all(fixed.step, '.change').length, 0);
  });

  it('starts the payment, then navigates to the payment page once', async () => {
    const { step, received } = await at(shown('review'));
    await submit(step);
    equal(lastOf(received, 'dx-answer'), { return_url: location.href.split('#')[0] ?? '' });
    step.shows = shown('review-begun').shows;
    await settled(step);
    equal(lastOf(received, 'dx-leave-to'), { url: 'https://pay.example/1' });
  });

  it('does not navigate by itself after a reload', async () => {
    const { step, received } = await at(shown('review-begun'));
    await settled(step);
    equal(received.length, 0);
    await press(step, 'I have paid');
    assert(lastOf(received, 'dx-answer') !== undefined, 'it asks whether the payment has arrived');
    await submit(step);
    equal(lastOf(received, 'dx-leave-to'), { url: 'https://pay.example/1' });
  });

  it('keeps the width of its button while busy, says so, and sends nothing twice', async () => {
    const { step, received } = await at(shown('review'));
    const before = one(step, '.primary').getBoundingClientRect().width;
    step.busy = true;
    await settled(step);
    const button = one(step, '.primary');
    equal(button.getBoundingClientRect().width, before);
    equal(button.getAttribute('aria-busy'), 'true');
    equal(words(one(step, '[role="status"]')), 'Opening payment');
    await submit(step);
    equal(received.length, 0);
  });
});

describe('the waiting steps', () => {
  it('offer to try again only when nothing is under way', async () => {
    equal(all((await at(shown('order'))).step, 'button').length, 0);
    const { step, received } = await at(shown('order-stalled'));
    await press(step, 'Try again');
    equal(received[0]?.type, 'dx-retry');
  });
});

describe('<dx-sent-step>', () => {
  it('never calls a request booked or confirmed [SCH-09]', async () => {
    for (const name of ['sent', 'sent-review', 'sent-unknown']) {
      const { step } = await at(shown(name));
      const text = words(one(step, '.groups'));
      assert(!/\bbooked\b|\bconfirmed\b(?! time)/i.test(text), text);
    }
  });

  it('marks the present in words, not only by colour', async () => {
    const { step } = await at(shown('sent'));
    const present = words(one(step, '[aria-current="step"]'));
    assert(/^The location confirms a time ?Now/.test(present), present);
  });

  it('shows the requested times unchanged, and their zone once', async () => {
    const { step } = await at(shown('sent'));
    const text = words(one(step, '.asked'));
    assert(text.includes('Tuesday, November 24') && text.includes('9:30 AM'), text);
    equal(text.split('America/Chicago').length, 2);
  });

  it('starts over when asked', async () => {
    const { step, received } = await at(shown('sent'));
    await press(step, 'Ask for another test');
    equal(received[0]?.type, 'dx-start-over');
  });
});

describe('<dx-blocked-step>', () => {
  it('accepts any outcome code and shows none of them [QST-20]', async () => {
    const { step } = await at(shown('blocked'));
    const text = words(one(step, '.groups'));
    assert(!text.includes('CALST_NEW_CODE') && text.includes('ORD-20417'), text);
  });
});
