/** The identity and consent steps: who is tested, and what they agree to. */
import { assert, equal, pause } from './assert.ts';
import {
  all,
  at,
  byId,
  focused,
  lastOf,
  leave,
  one,
  press,
  settled,
  submit,
  tick,
  words,
  write,
} from './gallery/controls.ts';
import { consentText } from './gallery/legal.ts';
import { refusal, type State, states } from './gallery/states.ts';

const empty = { step: 'identity', profile: null, asks_body_measures: true } as const;

async function fillIn(step: Parameters<typeof write>[0]): Promise<void> {
  const texts = {
    first_name: ' Ada ',
    last_name: 'Example',
    date_of_birth: '3',
    'date_of_birth-day': '14',
    'date_of_birth-year': '1985',
    feet: '5',
    height_inches: '7.5',
    weight_pounds: '140',
    email: 'ada@example.com',
    phone: '(312) 555-0100',
    'address.address_line_1': '1 Sample Street',
    'address.city': 'Chicago',
    'address.state': 'IL',
    'address.postal_code': '60602',
  };
  for (const [id, text] of Object.entries(texts)) await write(step, id, text);
  await tick(step, 'sex');
}

describe('<dx-identity-step>', () => {
  it('sends the complete profile with sex and address [IDN-04] [IDN-05]', async () => {
    const { step, received } = await at({ shows: empty });
    await fillIn(step);
    await submit(step);
    equal(lastOf(received, 'dx-answer'), {
      first_name: 'Ada',
      last_name: 'Example',
      email: 'ada@example.com',
      phone: '(312) 555-0100',
      date_of_birth: '1985-03-14',
      sex: 'female',
      address: { address_line_1: '1 Sample Street', city: 'Chicago', state: 'IL', postal_code: '60602' },
      height_inches: 67.5,
      weight_pounds: 140,
    });
  });

  it('shows no error while typing, and shows it when the field is left', async () => {
    const { step } = await at({ shows: empty });
    await write(step, 'email', 'ada@');
    equal(byId(step, 'email').getAttribute('aria-invalid'), 'false');
    await leave(step, 'email');
    equal(words(byId(step, 'email-error')), 'Enter an e-mail address like name@example.com.');
    equal(byId(step, 'email').getAttribute('aria-describedby'), 'email-error');
    await write(step, 'email', 'ada@example.com');
    await leave(step, 'email');
    equal(words(byId(step, 'email-error')), '');
  });

  it('does not check an untouched field', async () => {
    const { step } = await at({ shows: empty });
    await leave(step, 'first_name');
    equal(words(byId(step, 'first_name-error')), '');
  });

  it('moves nothing when an error of one line appears', async () => {
    const { step } = await at({ shows: empty });
    const before = byId(step, 'phone').getBoundingClientRect().top;
    await write(step, 'email', 'x');
    await leave(step, 'email');
    equal(byId(step, 'phone').getBoundingClientRect().top, before);
  });

  it('links from the summary to the field', async () => {
    const { step } = await at({ shows: empty, submit: true });
    const [link] = all<HTMLAnchorElement>(step, '.error-summary a');
    link?.click();
    assert(focused(step) === byId(step, 'first_name'), 'the first field at fault');
  });

  it('shows a refusal beside its field, and the others in the summary', async () => {
    const { step } = await at(states['identity-refused'] ?? { shows: empty });
    equal(words(byId(step, 'address.city-error')), 'This city does not belong to the ZIP code.');
    assert(words(one(step, '.error-summary')).includes('Something we do not ask for'), 'what has no field');
    assert(focused(step)?.className === 'error-summary', 'the summary takes the focus');
  });

  it('accepts a whole date pasted into any of its parts', async () => {
    const { step } = await at({ shows: empty });
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'March 14, 1985');
    byId(step, 'date_of_birth-day').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
    await settled(step);
    const read = ['date_of_birth', 'date_of_birth-day', 'date_of_birth-year'].map(
      (id) => byId(step, id).value,
    );
    equal(read, ['3', '14', '1985']);
  });

  it('restores everything that was typed', async () => {
    const before = await at({ shows: empty });
    await fillIn(before.step);
    const draft = lastOf(before.received, 'dx-draft') as Record<string, unknown>;
    const { step, received } = await at({ shows: empty, draft });
    await submit(step);
    assert(lastOf(received, 'dx-answer') !== undefined, 'it can be sent as it stands');
  });

  it('is prefilled with what is known, which the customer can change, and leaves the rest empty', async () => {
    const profile = { first_name: 'Ines', date_of_birth: '1979-04-12', address: { city: 'New York' } };
    const { step, received } = await at({ shows: { ...empty, profile } });
    const shown = (ids: string[]) => ids.map((id) => byId(step, id).value);
    const ids = ['first_name', 'last_name', 'date_of_birth', 'date_of_birth-year', 'address.city', 'feet'];
    equal(shown(ids), ['Ines', '', '04', '1979', 'New York', '']);
    equal(lastOf(received, 'dx-draft'), undefined);
    await fillIn(step);
    await submit(step);
    const answer = lastOf(received, 'dx-answer') as { first_name: string; date_of_birth: string };
    equal([answer.first_name, answer.date_of_birth], ['Ada', '1985-03-14']);
  });

  it('shows a complete profile as lines that one press confirms, and opens one group to change it', async () => {
    const { step, received } = await at(states['identity-confirm'] ?? { shows: empty });
    equal(all(step, 'input').length, 0);
    const lines = all(step, '.facts > div').map(words);
    equal(lines.slice(0, 2), ['Name Ada Example', 'Date of birth March 14, 1985']);
    await submit(step);
    const answer = lastOf(received, 'dx-answer') as { email: string; address: object };
    equal(answer.email, 'ada@example.com');
    await press(step, 'Change');
    assert(focused(step) === byId(step, 'first_name'), 'the first field of the group has the focus');
    equal(all(step, '.known h3').map(words), ['How to reach you', 'Home address']);
    const draft = lastOf(received, 'dx-draft') as Record<string, unknown>;
    const { step: restored } = await at({ ...states['identity-confirm'], draft } as State);
    equal(all(restored, '.known').length, 2);
  });

  it('checks the state, and sends its code', async () => {
    const { step, received } = await at({ shows: empty });
    await fillIn(step);
    await write(step, 'address.state', 'ZZ');
    await submit(step);
    equal(words(byId(step, 'address.state-error')), 'Enter a state like NY or New York.');
    await write(step, 'address.state', ' new york ');
    await submit(step);
    equal((lastOf(received, 'dx-answer') as { address: { state: string } }).address.state, 'NY');
  });

  it('says before the consent that the test is for another age', async () => {
    const { step, received } = await at(states['identity-young'] ?? { shows: empty });
    assert(
      words(byId(step, 'date_of_birth-error')).startsWith('You must be at least 65'),
      'it names the age',
    );
    equal(lastOf(received, 'dx-answer'), undefined);
  });

  it('uses its own words for a code of the server, and marks a sentence of the service as English', async () => {
    const fields = [
      { path: 'address.city', message: 'Ciudad desconocida.' },
      { path: 'phone', message: 'At most 30 characters.', code: 'invalid' },
    ];
    const { step } = await at({ shows: empty, problem: refusal(...fields) });
    const city = byId(step, 'address.city-error');
    equal([words(city), city.querySelector('[lang]')?.getAttribute('lang')], ['Ciudad desconocida.', 'en']);
    equal(words(byId(step, 'phone-error')), 'Enter your phone number.');
  });

  it('keeps 16 px between fields when all have an error', async () => {
    const { step } = await at({ shows: empty, submit: true });
    const fields = all(step, '.fields > .field');
    for (const [index, field] of fields.entries()) {
      const next = fields[index + 1];
      if (next?.parentElement !== field.parentElement) continue;
      const gap = (next?.getBoundingClientRect().top ?? 0) - field.getBoundingClientRect().bottom;
      assert(gap >= 16, `${gap} px after ${words(field)}`);
    }
  });

  it('prefers what was typed to what is known', async () => {
    const profile = { first_name: 'Ines', last_name: 'Okonkwo', sex: 'female' } as const;
    const draft = { texts: { first_name: '', last_name: 'Example' }, sex: 'male' };
    const { step } = await at({ shows: { ...empty, profile }, draft });
    equal([byId(step, 'first_name').value, byId(step, 'last_name').value], ['', 'Example']);
    equal(
      all<HTMLInputElement>(step, 'input[name="sex"]').map(({ checked }) => checked),
      [false, true],
    );
  });

  it('has the autofill tokens of the browser', async () => {
    const { step } = await at({ shows: empty });
    equal(byId(step, 'address.postal_code').autocomplete, 'postal-code');
    equal(byId(step, 'date_of_birth-year').autocomplete, 'bday-year');
    equal(byId(step, 'phone').inputMode, 'tel');
  });
});

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

  it('ticks and types nothing by itself [CONS-34] [CONS-36] [CONS-37]', async () => {
    const { step } = await at({ shows: consentText });
    equal(all(step, 'input:checked').length, 0);
    equal(byId(step, 'typed_name').value, '');
    await submit(step);
    equal(all(step, '.error-summary li').length, 6);
  });

  it('opens the first detail as HTML and the last as text, each in a dialog [CONS-09] [CONS-10] [CONS-12]', async () => {
    const detail = '<p>Dear <b>you</b></p><script>globalThis.broken = 1</script>';
    const decisions = consentText.decisions.map((decision) => ({ ...decision, detail }));
    const { step } = await at({ shows: { ...consentText, decisions } });
    await press(step, 'View consent');
    const reading = one(step, 'dx-reading-dialog').shadowRoot;
    await pause(20);
    equal(reading?.querySelector('.copy b')?.textContent, 'you');
    equal(reading?.querySelector('script'), null);
    reading?.querySelector('button')?.click();
    await press(step, 'Read: Arbitration agreement');
    await pause(20);
    assert(reading?.querySelector('.copy')?.textContent?.includes('<b>you</b>'), 'text as it is');
    equal('broken' in globalThis, false);
  });

  it('opens a detail by a word of our own when the service sends none [CONS-09]', async () => {
    const { step } = await at({ shows: consentText });
    const words = all(step, 'button[aria-haspopup="dialog"]').map((button) => button.textContent?.trim());
    equal(words, [
      'View consent(Consent to testing)',
      'View HIPAA authorization(HIPAA authorization)',
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
    equal(errors[1], 'Agree to the HIPAA authorization, or stop here.');
    await press(step, 'Read: Data use terms');
    const dialog = one(step, 'dx-reading-dialog').shadowRoot?.querySelector('dialog');
    equal(dialog?.querySelector('#heading')?.textContent, 'Data use terms');
    equal(dialog?.getAttribute('aria-labelledby'), 'heading');
    equal(dialog?.querySelector('.copy')?.getAttribute('lang'), 'en');
  });

  it('asks once about a signature that is not the given name [CONS-34]', async () => {
    const { step, received } = await at(states['consent-other-name'] ?? { shows: consentText });
    await tick(step, 'attestation');
    await write(step, 'typed_name', 'Nobody Else');
    await submit(step);
    equal(lastOf(received, 'dx-answer'), undefined);
    assert(words(byId(step, 'typed_name-error')).startsWith('You gave your name as Ada Example.'), 'it asks');
    await submit(step);
    equal((lastOf(received, 'dx-answer') as { typed_name: string }).typed_name, 'Nobody Else');
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
