/** The steps consent and document: what the customer agrees to and signs. */
import { assert, equal, until } from './assert.ts';
import {
  all,
  at,
  byId,
  focused,
  lastOf,
  one,
  press,
  settled,
  submit,
  tick,
  words,
  write,
} from './gallery/controls.ts';
import { consentText } from './gallery/legal.ts';
import { states } from './gallery/states.ts';

describe('<dx-consent-step>', () => {
  it('renders four decisions in order with unchanged labels [CONS-07] [CONS-08]', async () => {
    const labels = ['  Two  spaces &amp; <b>tags</b> ', 'B\nC', 'D', 'E'];
    const decisions = consentText.decisions.map((decision, at) => ({ ...decision, label: labels[at] ?? '' }));
    const { step } = await at({ shows: { ...consentText, decisions } });
    const shown = all(step, '.card label .verbatim').slice(0, 4);
    equal(
      shown.map((label) => label.textContent ?? ''),
      labels,
    );
    equal(shown[0] === undefined ? '' : getComputedStyle(shown[0]).whiteSpaceCollapse, 'preserve');
  });

  it('shows the text around sections and decisions, first and last, as it is', async () => {
    const { step } = await at({
      shows: { ...consentText, lead: ['Read <b>this</b>.', 'It binds you.'], tail: ['Keep a copy.'] },
    });
    const texts = all(step, '.copy .verbatim').map(({ textContent }) => textContent);
    equal([...texts.slice(0, 2), ...texts.slice(-1)], ['Read <b>this</b>.', 'It binds you.', 'Keep a copy.']);
    const last = all(step, '.copy').at(-1);
    const isBefore = (some?: Element, other?: Element | null) =>
      Boolean(other && (some?.compareDocumentPosition(other) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING);
    assert(isBefore(all(step, '.card')[3], last), 'the closing text follows the decisions');
    assert(isBefore(last, one(step, '.signature')), 'the closing text precedes the signature');
  });

  it('ticks and types nothing by itself [CONS-34] [CONS-36] [CONS-37]', async () => {
    const { step } = await at({ shows: consentText });
    equal(all(step, 'input:checked').length, 0);
    equal(byId(step, 'typed_name').value, '');
    await submit(step);
    equal(all(step, '.error-summary li').length, 6);
  });

  it('keeps a long signature whole, and asks to shorten it rather than whether it is meant', async () => {
    const { step } = await at({ shows: { ...consentText, given_name: 'Ada Example' } });
    byId(step, 'typed_name').focus();
    document.execCommand('insertText', false, 'Ada '.repeat(60));
    await submit(step);
    equal(byId(step, 'typed_name').value.length, 240);
    equal(words(byId(step, 'typed_name-error')), 'Signature is too long. Use 200 characters or fewer.');
    equal(all(step, '.other-name').length, 0);
  });

  it('opens the first detail as HTML and the last as text, each in a dialog [CONS-09] [CONS-10] [CONS-12]', async () => {
    const detail = '<p>Dear <b>you</b></p><script>globalThis.broken = 1</script>';
    const decisions = consentText.decisions.map((decision) => ({ ...decision, detail }));
    const { step } = await at({ shows: { ...consentText, decisions } });
    await press(step, 'View consent');
    const reading = one(step, 'dx-reading-dialog').shadowRoot;
    await until(() => reading?.querySelector('.copy b'), 'the HTML');
    equal(reading?.querySelector('.copy b')?.textContent, 'you');
    equal(reading?.querySelector('script'), null);
    reading?.querySelector('button')?.click();
    await press(step, 'Read: Arbitration agreement');
    await until(() => reading?.querySelector('.copy')?.textContent?.includes('<b>you</b>'), 'text as it is');
    equal('broken' in globalThis, false);
  });

  it('opens a detail by a word of our own when the service sends none [CONS-09]', async () => {
    const { step } = await at({ shows: consentText });
    const words = all(step, 'button[aria-haspopup="dialog"]').map((button) => button.textContent?.trim());
    equal(words, [
      'View consent (Consent to testing)',
      'View HIPAA authorization',
      'Read: Data use terms',
      'Read: Arbitration agreement',
    ]);
  });

  it('sends the choices with the hash of the shown text', async () => {
    const { step, received } = await at({ shows: consentText });
    for (const { id } of consentText.decisions) await tick(step, `decisions.${id}`);
    await write(step, 'typed_name', 'Ada Example');
    await tick(step, 'attestation');
    await submit(step);
    equal(lastOf(received, 'dx-answer'), {
      content_hash: 'a1',
      decisions: { testing_consent: true, hipaa_authorization: true, data_use: true, arbitration: true },
      typed_name: 'Ada Example',
      attestation: true,
    });
    equal(Object.keys(lastOf(received, 'dx-draft') as object), ['content_hash', 'decisions', 'typed_name']);
  });

  it('names each document in its button, its dialog and its error', async () => {
    const { step } = await at({ shows: consentText, submit: true });
    const errors = all(step, '.error-summary li').map(words);
    equal(errors[1], 'To book, check the box for the HIPAA authorization.');
    await press(step, 'Read: Data use terms');
    const dialog = one(step, 'dx-reading-dialog').shadowRoot?.querySelector('dialog');
    equal(dialog?.querySelector('h2')?.textContent, 'Data use terms');
    equal(dialog?.getAttribute('aria-label'), 'Data use terms');
    equal(dialog?.querySelector('.copy')?.getAttribute('lang'), 'en');
  });

  it('breaks a long label of a button instead of widening the page', async () => {
    const link = 'ViewTheCompleteAuthorizationOfHealthInformation'.repeat(2);
    const decisions = consentText.decisions.map((decision) => ({ ...decision, link }));
    const { step } = await at({ shows: { ...consentText, decisions } });
    step.style.inlineSize = '320px';
    await settled(step);
    for (const button of all(step, '.card > button')) {
      assert(
        button.scrollWidth <= button.clientWidth,
        `${button.scrollWidth} px in ${button.clientWidth} px`,
      );
    }
  });

  it('asks once about a signature that is not the given name [CONS-34]', async () => {
    const { step, received } = await at(states['consent-other-name'] ?? { shows: consentText });
    await tick(step, 'attestation');
    await write(step, 'typed_name', 'Nobody Else');
    await submit(step);
    equal(lastOf(received, 'dx-answer'), undefined);
    assert(
      words(byId(step, 'typed_name-error')).startsWith('This isn’t the name in your details (Ada Example).'),
      'it asks',
    );
    await submit(step);
    equal((lastOf(received, 'dx-answer') as { typed_name: string }).typed_name, 'Nobody Else');
  });

  it('has a button for each way on from another name', async () => {
    const { step, received } = await at(states['consent-other-name'] ?? { shows: consentText });
    await press(step, 'Correct the name');
    equal(step.shadowRoot?.activeElement, byId(step, 'typed_name'));
    equal(received.filter(({ type }) => type === 'dx-answer').length, 0, 'answers');
    await tick(step, 'attestation');
    await press(step, 'Sign as Someone Else');
    equal((lastOf(received, 'dx-answer') as { typed_name: string }).typed_name, 'Someone Else');
    await write(step, 'typed_name', 'Ada Example');
    equal(all(step, '.signature .actions').length, 1, 'the question stays after the correction');
  });

  it('keeps the question, and the focus on its buttons, when the field is left without a change', async () => {
    const { step, received } = await at(states['consent-other-name'] ?? { shows: consentText });
    await tick(step, 'attestation');
    await press(step, 'Correct the name');
    await write(step, 'typed_name', 'Someone Else');
    one<HTMLButtonElement>(step, '.other-name button').focus();
    await settled(step);
    equal(words(focused(step) ?? step), 'Correct the name');
    assert(words(byId(step, 'typed_name-error')).startsWith('This isn’t the name'), 'the question');
    equal(lastOf(received, 'dx-answer'), undefined);
  });

  it('says that it is signing only while the signature is under way', async () => {
    const { step } = await at(states['consent-other-name'] ?? { shows: consentText });
    const isBusy = async (busy: boolean) => {
      step.busy = busy;
      await settled(step);
      return one(step, '.sign .primary').ariaBusy;
    };
    equal(await isBusy(true), 'false', 'another request');
    await isBusy(false);
    await tick(step, 'attestation');
    await press(step, 'Sign as Someone Else');
    equal([await isBusy(true), await isBusy(false)], ['true', 'false']);
    equal(await isBusy(true), 'false', 'the request after it');
  });

  it('does not ask about case, accents or a middle name', async () => {
    for (const typed_name of ['ADA  EXAMPLE', 'Áda B. Example', 'Example, Ada']) {
      const draft = { ...states['consent-other-name']?.draft, typed_name };
      const shows = { ...consentText, given_name: 'Ada Example' };
      const { step, received } = await at({ shows, draft });
      await tick(step, 'attestation');
      await submit(step);
      assert(lastOf(received, 'dx-answer') !== undefined, typed_name);
    }
  });

  it('restores ticks only for the same text, and never the attestation', async () => {
    const draft = {
      content_hash: 'a1',
      decisions: { arbitration: true },
      typed_name: 'Ada',
      attestation: true,
    };
    const same = await at({ shows: consentText, draft });
    equal(
      all<HTMLInputElement>(same.step, 'input:checked').map(({ id }) => id),
      ['decisions.arbitration'],
    );
    const other = await at({ shows: { ...consentText, content_hash: 'a2' }, draft });
    equal(all(other.step, 'input:checked').length, 0);
    equal(byId(other.step, 'typed_name').value, 'Ada');
  });

  it('removes the ticks when the text changes', async () => {
    const draft = { content_hash: 'a1', decisions: { arbitration: true }, typed_name: 'Ada' };
    const { step } = await at({ shows: consentText, draft });
    step.shows = { ...consentText, content_hash: 'a2' };
    await settled(step);
    equal(all(step, 'input:checked').length, 0);
  });
});

const unsigned = states.document ?? { shows: consentText };

describe('<dx-document-step>', () => {
  it('has the partner’s link to the form above the upload', async () => {
    const { step } = await at(states.document ?? { shows: consentText });
    const link = Object.assign(document.createElement('a'), {
      slot: 'consent-form',
      href: '/form.pdf',
      textContent: 'Form',
    });
    step.append(link);
    const slot = one(step, 'slot[name="consent-form"]') as HTMLSlotElement;
    equal(slot.assignedNodes()[0], link);
    assert(
      (slot.compareDocumentPosition(one(step, '.fields')) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
      'before the upload',
    );
  });

  it('takes a PDF that is dropped on its field, and refuses another kind of file', async () => {
    const { step } = await at(unsigned);
    const uploads: string[] = [];
    step.addEventListener('dx-upload', (event) => uploads.push((event as CustomEvent).detail.file.name));
    const drop = async (name: string, type: string) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['%PDF-1.7'], name, { type }));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      one(step, '.drop').dispatchEvent(event);
      await settled(step);
      return event.defaultPrevented;
    };
    assert(await drop('notes.txt', 'text/plain'), 'the browser does not open the file');
    equal(words(byId(step, 'document-error')), 'This file isn’t a PDF. Choose a PDF.');
    await drop('consent.pdf', 'application/pdf');
    equal(uploads, ['consent.pdf']);
  });

  it('says that a PDF is on its way, marks nothing as wrong then and when it is there, and keeps the focus', async () => {
    const { step } = await at(unsigned);
    const input = byId(step, 'document');
    const choose = async (name: string, type: string) => {
      const { items, files } = new DataTransfer();
      items.add(new File(['%PDF-1.7'], name, { type }));
      input.files = files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      await settled(step);
    };
    step.addEventListener('dx-upload', () => {
      step.busy = true;
    });
    const state = () => [input.getAttribute('aria-invalid'), words(byId(step, 'document-error'))];
    input.focus();
    await choose('notes.txt', 'text/plain');
    equal(state(), ['true', 'This file isn’t a PDF. Choose a PDF.']);
    await choose('consent.pdf', 'application/pdf');
    equal([step.busy, ...state()], [true, 'false', '']);
    equal(focused(step)?.id, 'document', 'the focus during the upload');
    equal(words(one(step, '#document-hint')), 'Sending…');
    equal(one(step, '.primary').getAttribute('aria-busy'), 'false', 'the form is not sent');
    const picker = new MouseEvent('click', { bubbles: true, cancelable: true });
    input.dispatchEvent(picker);
    assert(picker.defaultPrevented, 'no other file during the upload');
    const edit = new InputEvent('beforeinput', { bubbles: true, composed: true, cancelable: true });
    assert(byId(step, 'signer_name').dispatchEvent(edit), 'the other fields can be filled in meanwhile');
    step.busy = false;
    Object.assign(step, { shows: { ...unsigned.shows, uploaded: { document_id: 'd-1', bytes: 300_000 } } });
    await settled(step);
    equal(state(), ['false', '']);
    assert(words(one(step, '#document-hint')).startsWith('Uploaded'), 'the file is there');
  });

  it('holds a press of the button during the upload: it is sent once the file is there, and not if the file failed', async () => {
    const { step } = await at(unsigned);
    const answers: unknown[] = [];
    step.addEventListener('dx-answer', (event) => answers.push((event as CustomEvent).detail));
    step.addEventListener('dx-upload', () => {
      step.busy = true;
    });
    const choose = async () => {
      const { items, files } = new DataTransfer();
      items.add(new File(['%PDF-1.7'], 'consent.pdf', { type: 'application/pdf' }));
      const input = byId(step, 'document');
      input.files = files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      await settled(step);
    };
    const ends = async (uploaded: object | null) => {
      step.busy = false;
      Object.assign(step, { shows: { ...unsigned.shows, uploaded } });
      await settled(step);
    };
    const isSending = () => one(step, '.primary').getAttribute('aria-busy') === 'true';
    await choose();
    await submit(step);
    equal([isSending(), words(byId(step, 'document-error'))], [false, ''], 'the other fields come first');
    assert(words(byId(step, 'signer_name-error')) !== '', 'the other fields are checked');
    await write(step, 'signer_name', 'Ada Example');
    for (const [id, text] of Object.entries({
      signed_on: '3',
      'signed_on-day': '4',
      'signed_on-year': '2026',
    }))
      await write(step, id, text);
    await tick(step, 'attestation');
    await submit(step);
    equal(isSending(), true, 'held');
    await ends(null);
    equal([isSending(), answers.length], [false, 0], 'the file failed');
    await choose();
    await submit(step);
    await ends({ document_id: 'd-1', bytes: 300_000 });
    equal(answers, [
      { document_id: 'd-1', signer_name: 'Ada Example', signed_on: '2026-03-04', attestation: true },
    ]);
  });

  it('forgets the chosen file as the picker opens, because a browser reports no choice of the same file', async () => {
    const { step } = await at(unsigned);
    const input = byId(step, 'document');
    const { items, files } = new DataTransfer();
    items.add(new File(['corrected'], 'consent.pdf', { type: 'application/pdf' }));
    input.files = files;
    input.dispatchEvent(new MouseEvent('click', { cancelable: true }));
    equal(input.value, '');
  });

  it('shows why the last document was not accepted, in words [CEV-22]', async () => {
    const { step } = await at(states['document-refused'] ?? unsigned);
    const panel = one(step, '.panel');
    equal(words(panel), 'Your last document didn’t arrive in one piece. Please upload it again.');
  });
});
