/** The step identity: who is tested. */
import { assert, equal } from './assert.ts';
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
import type { State } from './gallery/state.ts';
import { refusal, states } from './gallery/states.ts';

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

  it('takes all parts of a date that a password manager fills at once', async () => {
    const { step, received } = await at({ shows: empty });
    await fillIn(step);
    const filled = { date_of_birth: '4', 'date_of_birth-day': '12', 'date_of_birth-year': '1979' };
    for (const [id, text] of Object.entries(filled)) byId(step, id).value = text;
    for (const id of Object.keys(filled).toReversed())
      byId(step, id).dispatchEvent(new InputEvent('input', { bubbles: true }));
    await settled(step);
    await submit(step);
    equal((lastOf(received, 'dx-answer') as { date_of_birth: string }).date_of_birth, '1979-04-12');
  });

  it('takes what is filled in with only a change event', async () => {
    const { step, received } = await at({ shows: empty });
    await fillIn(step);
    const filled = { last_name: 'Lovelace', date_of_birth: '4', 'date_of_birth-year': '1979' };
    for (const [id, text] of Object.entries(filled)) {
      byId(step, id).value = text;
      byId(step, id).dispatchEvent(new Event('change', { bubbles: true }));
    }
    await settled(step);
    await submit(step);
    const { last_name, date_of_birth } = lastOf(received, 'dx-answer') as Record<string, string>;
    equal([last_name, date_of_birth], ['Lovelace', '1979-04-14']);
  });

  it('saves what is typed once: leaving the field saves nothing again', async () => {
    const { step, received } = await at({ shows: empty });
    await write(step, 'email', 'ada@example.com');
    const saved = received.length;
    byId(step, 'email').dispatchEvent(new Event('change', { bubbles: true }));
    await settled(step);
    equal(received.length, saved);
  });

  it('keeps a phone number with words whole, and says what to shorten', async () => {
    const { step, received } = await at({ shows: empty });
    await fillIn(step);
    const phone = byId(step, 'phone');
    phone.focus();
    phone.select();
    document.execCommand('insertText', false, '(312) 555-0100 extension 4711, ask for Ada');
    await settled(step);
    equal(phone.value, '(312) 555-0100 extension 4711, ask for Ada');
    await submit(step);
    equal(words(byId(step, 'phone-error')), 'Enter only the phone number, in 30 characters or fewer.');
    equal(lastOf(received, 'dx-answer'), undefined);
  });

  it('keeps a name and an address whole, and says what to shorten', async () => {
    const { step, received } = await at({ shows: empty });
    await fillIn(step);
    const long = {
      last_name: 'of Ada '.repeat(15),
      'address.address_line_2': 'behind the old mill '.repeat(11),
    };
    for (const [id, text] of Object.entries(long)) {
      byId(step, id).focus();
      byId(step, id).select();
      document.execCommand('insertText', false, text);
    }
    await settled(step);
    equal([byId(step, 'last_name').value, byId(step, 'address.address_line_2').value], Object.values(long));
    await submit(step);
    equal(
      all(step, '.error-summary a').map((link) => words(link)),
      [
        'Last name is too long. Use 100 characters or fewer.',
        'Apartment or suite is too long. Use 200 characters or fewer.',
      ],
    );
    equal(lastOf(received, 'dx-answer'), undefined);
    await write(step, 'last_name', ` ${'a'.repeat(100)} `);
    await write(step, 'address.address_line_2', 'b'.repeat(200));
    await submit(step);
    equal((lastOf(received, 'dx-answer') as { last_name: string }).last_name.length, 100);
  });

  it('takes an address that is pasted with characters that nobody sees', async () => {
    const { step, received } = await at({ shows: empty });
    await fillIn(step);
    await write(step, 'first_name', '\u202aMa\u200cren\u202c\u00a0');
    await write(step, 'email', '\u202aada@example.com\u200b');
    await submit(step);
    const { first_name, email } = lastOf(received, 'dx-answer') as { first_name: string; email: string };
    equal([first_name, email], ['Ma\u200cren', 'ada@example.com']);
  });

  it('takes Arabic, Persian and full-width digits, and a comma as the decimal sign', async () => {
    const { step, received } = await at({ shows: empty });
    await fillIn(step);
    const texts = {
      date_of_birth: '٣',
      'date_of_birth-day': '١٤',
      'date_of_birth-year': '۱۹۸۵',
      height_inches: '٧,٥',
      weight_pounds: '۱۴۰',
      phone: '(٣١٢) ٥٥٥-٠١٠٠',
      'address.postal_code': '６０６０２',
    };
    for (const [id, text] of Object.entries(texts)) await write(step, id, text);
    await submit(step);
    const answer = JSON.stringify(lastOf(received, 'dx-answer'));
    for (const part of ['"1985-03-14"', '67.5', '140', '"(312) 555-0100"', '"60602"'])
      assert(answer.includes(part), `${part} in ${answer}`);
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
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    // Firefox gives an event of a script an empty clipboard.
    Object.defineProperty(paste, 'clipboardData', { value: clipboardData });
    byId(step, 'date_of_birth-day').dispatchEvent(paste);
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
    equal(shown(ids), ['Ines', '', '4', '1979', 'New York', '']);
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
    const typed = { NY: ' new york ', DC: 'Washington, D.C.', WA: 'Washington State', QC: 'Québec' };
    for (const [code, name] of Object.entries(typed)) {
      await write(step, 'address.state', name);
      await submit(step);
      equal((lastOf(received, 'dx-answer') as { address: { state: string } }).address.state, code);
    }
  });

  it('stays as it was sent while the answer is under way', async () => {
    const { step } = await at({ shows: empty });
    const type = () => {
      const edit = new InputEvent('beforeinput', { bubbles: true, composed: true, cancelable: true });
      return byId(step, 'first_name').dispatchEvent(edit);
    };
    await fillIn(step);
    equal(type(), true, 'before');
    await tick(step, 'sex');
    const [, male] = all<HTMLInputElement>(step, 'input[type="radio"]');
    await submit(step);
    step.busy = true;
    equal(type(), false, 'text while it is sent');
    male?.click();
    equal([male?.checked, byId(step, 'sex').checked], [false, true], 'a choice while it is sent');
    step.busy = false;
    equal(type(), true, 'after');
  });

  it('takes a date that is pasted into one field as text, whole', async () => {
    const { step } = await at({ shows: empty });
    equal(byId(step, 'date_of_birth').maxLength, -1);
    await write(step, 'date_of_birth', 'April 79');
    await leave(step, 'date_of_birth-year');
    equal(words(byId(step, 'date_of_birth-error')), 'Enter the month as a number.');
  });

  it('says before the consent that the test is for another age', async () => {
    const { step, received } = await at(states['identity-young'] ?? { shows: empty });
    assert(
      words(byId(step, 'date_of_birth-error')).startsWith('You must be at least 65'),
      'it names the age',
    );
    equal(lastOf(received, 'dx-answer'), undefined);
  });

  for (const [day, isSent] of Object.entries({ '2050-03-13': false, '2050-03-14': true }))
    it(`counts the age on the day at the location: ${day}`, async () => {
      const { shows } = states['identity-young'] ?? { shows: empty };
      if (shows.step !== 'identity') throw new Error('the state is of another step');
      const ages = { min: 65, max: null, day };
      const { step, received } = await at({ shows: { ...shows, ages }, submit: true });
      equal(lastOf(received, 'dx-answer') !== undefined, isSent);
      step.remove();
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

  it('keeps its errors when the server says again that it goes on by itself', async () => {
    const { step } = await at({ shows: empty });
    const stalled = () => ({ code: 'stalled', fields: [], upstream_request_id: null }) as const;
    step.notice = { ...stalled(), fields: [] };
    await submit(step);
    const before = all(step, '.error-summary li').map(words);
    assert(before.length > 0, 'errors');
    step.notice = { ...stalled(), fields: [] };
    await settled(step);
    equal(all(step, '.error-summary li').map(words), before);
  });

  it('keeps 16 px between fields when all have an error', async () => {
    const { step } = await at({ shows: empty, submit: true });
    const fields = all(step, '.fields > .field');
    for (const [index, field] of fields.entries()) {
      const next = fields[index + 1];
      if (next?.parentElement !== field.parentElement) continue;
      const gap = (next?.getBoundingClientRect().top ?? 0) - field.getBoundingClientRect().bottom;
      // Firefox computes in single precision.
      assert(gap > 15.99, `${gap} px after ${words(field)}`);
    }
  });

  it('scrolls the summary of errors to its first line', async () => {
    const { step } = await at({ shows: empty });
    // Taller than the window.
    step.style.inlineSize = '140px';
    await settled(step);
    byId(step, 'address.postal_code').scrollIntoView({ block: 'end' });
    await submit(step);
    const { top } = one(step, '.error-summary').getBoundingClientRect();
    assert(top >= 0 && top <= 16, `the summary begins at ${top} px`);
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
    // The property of Firefox does not have all tokens.
    equal(byId(step, 'address.postal_code').getAttribute('autocomplete'), 'postal-code');
    equal(byId(step, 'date_of_birth-year').getAttribute('autocomplete'), 'bday-year');
    equal(byId(step, 'phone').inputMode, 'tel');
  });
});
