/** The steps after everything is chosen: review, the two waits, and the two ends. */
import { assert, equal } from './assert.ts';
import { all, at, lastOf, one, press, settled, submit, words } from './gallery/controls.ts';
import { states } from './gallery/states.ts';

function shown(name: string) {
  const state = states[name];
  if (state === undefined) throw new Error(`no state ${name}`);
  return state;
}

/** What `dx-payment` says of the review of the gallery. */
const payment = {
  journey_id: '00000000-0000-4000-8000-000000000001',
  amount: 149,
  currency: 'CAD',
  url: 'https://pay.example/1',
};

const textOf = (step: Parameters<typeof one>[0]) => words(one(step, '.groups'));

/** The first of two elements is before the second in the document. */
function assertOrder(first: Element, second: Element, message: string): void {
  assert(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING, message);
}

/** The main button of each step before and after the payment that has words for its own work. */
describe('the main button', () => {
  for (const name of ['product', 'review', 'review-missing', 'review-paid'])
    it(`says at ${name} what it does only while its own answer is under way`, async () => {
      const { step } = await at(shown(name));
      const isBusy = async (busy: boolean) => {
        step.busy = busy;
        await settled(step);
        return one(step, '.primary').ariaBusy;
      };
      equal(await isBusy(true), 'false', 'another request, such as that of "Back"');
      await isBusy(false);
      await submit(step);
      equal([await isBusy(true), await isBusy(false)], ['true', 'false']);
      equal(await isBusy(true), 'false', 'the request after it');
    });
});

describe('<dx-review-step>', () => {
  it('shows the note and the terms before the button, and the total in its currency', async () => {
    const { step } = await at(shown('review'));
    assertOrder(one(step, '.note'), one(step, '.total'), 'the note is before the total');
    assertOrder(one(step, '.terms'), one(step, '.primary'), 'the terms are before the button');
    assert(words(one(step, '.total')).includes('CA$149'), words(one(step, '.total')));
  });

  it('says below its heading what to do in an emergency while the server advises it, also when the payment is unknown', async () => {
    for (const name of ['review', 'review-missing', 'review-paid'])
      equal(all((await at(shown(name))).step, '.emergency').length, 0);
    for (const name of ['review-emergency', 'review-emergency-missing']) {
      const { step } = await at(shown(name));
      assert(words(one(step, 'div:has(> h2) + .emergency')).includes('911'), name);
    }
  });

  it('names the amount on its button, and what happens to the money', async () => {
    const { step } = await at(shown('review'));
    assert(/^Pay CA\$149$/.test(words(one(step, '.primary .ready'))), words(one(step, '.primary .ready')));
    const terms = all(step, '.terms > div').map(words).join('\n');
    assert(/Today ?You pay/.test(terms), terms);
    assert(/If no time is confirmed ?You get all your money back/.test(terms), terms);
    assert(/If the test isn’t safe for you ?You get all your money back/.test(terms), terms);
    assert(/If you cancel ?Free until 24 hours before/.test(terms), terms);
  });

  it('promises nothing that the partner has not set', async () => {
    const { step } = await at(shown('review-no-terms'));
    const text = textOf(step);
    assert(!/refund|money back|free/i.test(text), text);
    assert(text.includes('a fee may apply'), text);
  });

  it('marks the sentences of the partner with the language of the page', async () => {
    const { documentElement: page } = document;
    const before = page.lang;
    page.lang = 'fr';
    const { step } = await at(shown('review'));
    page.lang = before;
    equal(
      all(step, '.terms bdi').map((sentence) => sentence.lang),
      ['fr', 'fr', 'fr'],
    );
    equal(all((await at(shown('review-no-terms'))).step, '.terms bdi').length, 0);
  });

  it('has a way to change each thing that can be changed', async () => {
    const { step, received } = await at(shown('review'));
    await press(step, 'Change times');
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
    equal(lastOf(received, 'dx-payment'), payment);
  });

  it('is the plain review after a return without payment, and leads to the same payment page', async () => {
    const { step, received } = await at(shown('review-begun'));
    assert(
      words(one(step, 'form')).includes('so the test and the testing center can’t change'),
      'what is fixed',
    );
    equal(words(one(step, 'h2')), 'Review and pay');
    equal(received.length, 0);
    await submit(step);
    equal(lastOf(received, 'dx-payment'), payment);
    equal(lastOf(received, 'dx-answer'), undefined);
  });

  it('asks again after a return from a payment that is not known, and does not navigate by itself', async () => {
    const { step, received } = await at(shown('review-missing'));
    await settled(step);
    equal(received.length, 0);
    await submit(step);
    assert(lastOf(received, 'dx-answer') !== undefined, 'it asks whether the payment has arrived');
    equal(lastOf(received, 'dx-payment'), undefined);
    for (const busy of [true, false]) {
      step.busy = busy;
      await settled(step);
    }
    assert(textOf(step).includes('We just checked.'), textOf(step));
    await press(step, 'Back to payment');
    equal(lastOf(received, 'dx-payment'), payment);
  });

  it('keeps the width of its button while busy, says so, and sends nothing twice', async () => {
    const { step, received } = await at(shown('review'));
    const before = one(step, '.primary').getBoundingClientRect().width;
    await submit(step);
    step.busy = true;
    await settled(step);
    const button = one(step, '.primary');
    equal(button.getBoundingClientRect().width, before);
    equal(button.getAttribute('aria-busy'), 'true');
    equal(words(one(step, '[aria-live]')), 'Opening …');
    await submit(step);
    equal(received.length, 1);
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
    for (const name of ['sent', 'sent-review', 'sent-unknown', 'sent-canceled']) {
      const { step } = await at(shown(name));
      const text = textOf(step).replace('Nothing is booked yet', '').replace('which one is confirmed', '');
      assert(!/\bbooked\b|\bconfirmed\b(?! time)/i.test(text), text);
    }
  });

  it('marks the present in words, not only by colour', async () => {
    const { step } = await at(shown('sent'));
    const present = words(one(step, '[aria-current="step"]'));
    assert(/^The testing center confirms a time ?Now/.test(present), present);
  });

  it('shows the requested times unchanged, and their zone once in words', async () => {
    const { step } = await at(shown('sent'));
    const text = words(one(step, '.asked'));
    assert(text.includes('Tuesday, November 24') && /9:30\sAM/.test(text), text);
    equal(text.split('Central Time').length, 2);
  });

  it('has the receipt, the address for messages, the contact and the reference', async () => {
    const text = textOf((await at(shown('sent'))).step);
    assert(/Paid ?\$149/.test(text), text);
    assert(text.includes('We send messages to ada@example.com'), text);
    assert(/care@clinic\.example ?clinic\.example\/help/.test(text) && text.includes('ORD-20417'), text);
  });

  it('says first what to do in an emergency when a physician reviews the answers, and by when', async () => {
    const { step } = await at(shown('sent-review'));
    assert(/call 911/.test(words(one(step, '.emergency'))), words(one(step, '.emergency')));
    assertOrder(one(step, '.emergency'), one(step, '.lead'), 'the advice is first');
    assert(/By Monday, November 23, 5:00\sPM \(Central Time\)/.test(textOf(step)), textOf(step));
    assert(/If the physician says no/.test(textOf(step)), textOf(step));
    equal(all((await at(shown('sent'))).step, '.emergency').length, 0);
  });

  it('turns into the appointment, says so once, and keeps the focus', async () => {
    const { step, received } = await at(shown('sent'));
    equal(words(one(step, '[aria-live]')), '');
    const button = all(step, 'button').at(-1);
    button?.focus();
    step.shows = shown('sent-confirmed').shows;
    await settled(step);
    equal(words(one(step, 'h2')), 'Your appointment is confirmed');
    equal(words(one(step, '[aria-live]')), 'Your appointment is confirmed');
    assert(step.shadowRoot?.activeElement === button, 'the focus stays');
    const text = words(one(step, '.asked'));
    assert(/Tuesday, November 24 ?9:30\sAM ?Central Time/.test(text), text);
    assert(textOf(step).includes('Bring a photo ID'), textOf(step));
    await press(step, 'Add to calendar');
    const described = [
      'Reference: ORD-20417',
      'Questions? Call (555) 010-0142',
      'How to prepare and what to bring is on your appointments page.',
    ].join('\n');
    equal(lastOf(received, 'dx-save'), {
      file: 'calendar',
      body: { title: 'Testing center appointment', text: described },
    });
  });

  it('says when to arrive, in the language of the page', async () => {
    const { step } = await at(shown('sent-confirmed'));
    assert(textOf(step).includes('Arrive 10 minutes early and bring a photo ID.'), textOf(step));
  });

  it('says who canceled what, and what happens to the payment, and nothing of what will not happen', async () => {
    const { step, received } = await at(shown('sent-canceled'));
    equal(words(one(step, 'h2')), 'The testing center canceled your appointment');
    const text = textOf(step);
    assert(/It was for Tuesday, November 24, 9:30\sAM\. Canceled on/.test(text), text);
    assert(text.includes('You get all your money back within 5 days.'), text);
    assert(!/choice|request|Before you come/i.test(text), text);
    await press(step, 'Book again');
    assert(
      received.some(({ type }) => type === 'dx-book-again'),
      'it asks to book again',
    );
    const request = textOf((await at(shown('sent-canceled-request'))).step);
    assert(
      request.includes('Your request was canceled') && request.includes('Contact us about your payment.'),
      request,
    );
  });

  it('says that the clinic has no room at the requested times, and opens the times again, or says whom to ask', async () => {
    const { step, received } = await at(shown('sent-declined'));
    equal(words(one(step, 'h2')), 'The testing center can’t offer these times');
    const text = textOf(step);
    assert(text.includes('Choose other times, or contact us.'), text);
    assert(text.includes('(555) 010-0142') && !/usually|waiting/i.test(text), text);
    await press(step, 'Choose other times');
    equal(lastOf(received, 'dx-revisit'), { step: 'times' });

    const earlier = await at(shown('sent-declined-earlier'));
    assert(textOf(earlier.step).includes('Contact us to choose other times.'), textOf(earlier.step));
    assert(!textOf(earlier.step).includes('Choose other times,'), textOf(earlier.step));
    assert(!all(earlier.step, 'button.primary').length, 'no button');
  });

  it('promises messages only if the partner sends them, and says when a clinic takes longer', async () => {
    const sends = textOf((await at(shown('sent'))).step);
    assert(/We send messages to ?ada@example.com ?\(555\) 010-0177/.test(sends), sends);
    assert(sends.includes('It usually takes up to 2 days.'), sends);
    assert(!textOf((await at(shown('sent-no-terms'))).step).includes('We send'), 'no promise');
    const late = textOf((await at(shown('sent-late'))).step);
    assert(late.includes('This is taking longer than usual.') && !late.includes('It usually takes'), late);
  });

  it('explains the form for the doctor, and saves it', async () => {
    const { step, received } = await at(shown('sent-doctor-form'));
    assert(textOf(step).includes('Ask us when you need it and where to send it.'), textOf(step));
    await press(step, 'Form for your doctor');
    equal(lastOf(received, 'dx-save'), { file: 'vo2-form' });
  });

  it('leads to a map without a referrer', async () => {
    const { step } = await at(shown('sent-confirmed'));
    const map = one<HTMLAnchorElement>(step, 'a[target="_blank"]');
    equal(map.rel, 'noreferrer');
    assert(new URL(map.href).searchParams.get('query')?.startsWith('120 North Wabash Avenue'), map.href);
  });

  it('starts over when asked', async () => {
    const { step, received } = await at(shown('sent'));
    await press(step, 'Book another test');
    equal(received[0]?.type, 'dx-start-over');
  });
});

describe('<dx-blocked-step>', () => {
  it('accepts any outcome code and shows none of them [QST-20]', async () => {
    const { step } = await at(shown('blocked'));
    const text = textOf(step);
    assert(!text.includes('CALST_NEW_CODE') && text.includes('ORD-20417'), text);
  });

  it('says what to do in an emergency, what happens to the money, and whom to contact', async () => {
    const { step } = await at(shown('blocked'));
    assertOrder(one(step, '.emergency'), one(step, 'section'), 'the advice is first');
    const text = textOf(step);
    assert(/Your \$149/.test(text) && text.includes('You get all your money back'), text);
    assert(text.includes('(555) 010-0142'), text);
    assert(!/November/.test(text), 'no time that does not take place');
  });

  it('promises nothing that the partner has not set', async () => {
    const text = textOf((await at(shown('blocked-no-terms'))).step);
    assert(text.includes('Contact us through this website.') && !/refund|back/i.test(text), text);
  });
});
