/** The forms of `<dx-physician-order>`: who orders, and the order as a signed PDF. */

import { OrderDates } from '../../widget/physician/order-date.ts';
import { speak } from '../../widget/texts/spoken.ts';
import { clinician } from '../support/clinician.ts';
import { accessible } from './accessible.ts';
import { assert, equal, until } from './assert.ts';
import { clear, put } from './physician-mounted.ts';

afterEach(clear);

const form = {
  allowed_approval_methods: ['electronic_signature', 'wet_ink'],
  allowed_workflow_types: ['partner_electronic'],
  order_date_required: true,
  sla: null,
  given: null,
};

const needed = { step: 'document', state: 'needed', reason: null, asks_partner: false, uploaded: null };

describe('A clinician whom the partner knows', () => {
  const requirements = { ...form, allowed_approval_methods: ['electronic_signature'] };

  it('types nothing: one press sends the order', async () => {
    const { element, all, received, submit } = await put('dx-physician-provider', {
      requirements,
      clinician,
    });
    equal(
      all<HTMLInputElement>('input').map(({ name }) => name),
      ['order_date'],
    );
    await accessible(element);
    await submit();
    const [[, sent] = []] = received;
    equal((sent as { physician: object }).physician, clinician);
  });

  it('has all fields, filled in, where one is missing or wrong', async () => {
    for (const wrong of [{ npi: '1730184450' }, { credentials: undefined }]) {
      const known = { ...clinician, ...wrong };
      const { one, all } = await put('dx-physician-provider', { requirements, clinician: known });
      equal(one<HTMLInputElement>('#full_name').value, 'Ada Moreau-Whitlock');
      equal(all('.known').length, 0);
    }
  });

  it('has the focus in the first field of what is changed', async () => {
    for (const [tag, properties, first] of [
      ['dx-physician-provider', { requirements, clinician }, 'full_name'],
      ['dx-physician-document', { shows: needed, clinician }, 'physician_full_name'],
    ] as const) {
      const { element, one } = await put(tag, properties);
      const change = one('.known button');
      change.focus();
      change.click();
      await until(() => element.shadowRoot?.activeElement?.id === first, first);
    }
  });

  it('says that a file is on its way, keeps the focus on it, takes no other meanwhile, and holds a press of the button', async () => {
    const { element, one, received, submit } = await put('dx-physician-document', {
      shows: needed,
      clinician,
    });
    const input = one<HTMLInputElement>('#document');
    const { items, files } = new DataTransfer();
    items.add(new File(['%PDF-1.7'], 'order.pdf', { type: 'application/pdf' }));
    input.focus();
    input.files = files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    Object.assign(element, { busy: true });
    await element.updateComplete;
    assert(element.shadowRoot?.activeElement === input, 'the focus');
    equal(one('#document-hint').textContent, 'Sending…');
    equal(one('.primary').getAttribute('aria-busy'), 'false', 'the form is not sent');
    const picker = new MouseEvent('click', { bubbles: true, cancelable: true });
    input.dispatchEvent(picker);
    assert(picker.defaultPrevented, 'no other file');
    one<HTMLInputElement>('#attestation').click();
    await submit();
    equal(one('.primary').getAttribute('aria-busy'), 'true');
    equal(
      received.map(([type]) => type),
      ['dx-upload'],
    );
    Object.assign(element, {
      busy: false,
      shows: { ...needed, uploaded: { document_id: 'd-1', bytes: 4096 } },
    });
    await until(() => received[1]?.[0] === 'dx-hand-in', 'the form is sent after its file');
  });

  it('hands in a document without typing', async () => {
    const shows = { ...needed, uploaded: { document_id: 'd-1', bytes: 4096 } };
    const { one, received, submit } = await put('dx-physician-document', { shows, clinician });
    one<HTMLInputElement>('#attestation').click();
    await submit();
    const [[, sent] = []] = received;
    equal((sent as { npi: string }).npi, '1730184458');
  });
});

describe('The provider form', () => {
  it('says which field to shorten, and by the limit of that field', async () => {
    const { one, all, write, submit, received } = await put('dx-physician-provider', {
      requirements: form,
      clinician,
    });
    one<HTMLElement>('.known button').click();
    await until(() => all('#fax')[0], 'the fields');
    write('license_number', 'L'.repeat(61));
    write('fax', '212 555 0142, '.repeat(3));
    await submit();
    equal(
      all('.error-summary a').map(({ textContent }) => textContent),
      [
        'License number is too long. Use 60 characters or fewer.',
        'Fax is too long. Use 40 characters or fewer.',
        'Choose how you approve the order.',
      ],
    );
    equal([one<HTMLInputElement>('#license_number').value.length, received], [61, []]);
  });

  it('names the NPI whose check digit is wrong, when the field is left', async () => {
    const { element, one, write } = await put('dx-physician-provider', { requirements: form });
    write('npi', '1730184450');
    one('#npi').dispatchEvent(new FocusEvent('blur'));
    await element.updateComplete;
    assert(one('#npi').getAttribute('aria-invalid') === 'true', 'the field');
    assert(element.renderRoot.textContent?.includes('Check the NPI'), 'the words');
  });

  it('asks for a state, a ZIP code and a phone number that can be, as the customer’s form does', async () => {
    const { one, all, write, submit, received } = await put('dx-physician-provider', {
      requirements: { ...form, allowed_approval_methods: ['electronic_signature'] },
      given: { physician: clinician, order_date: '2026-03-04' },
    });
    write('state', 'ZZ');
    write('postal_code', '123');
    write('phone', '12');
    await submit();
    equal(
      all('.error-summary a').map(({ textContent }) => textContent),
      [
        'Enter a state like NY or New York.',
        'Enter a ZIP code with five digits.',
        'Enter the phone number with the area code.',
      ],
    );
    write('state', 'new york');
    write('postal_code', '10002-1234');
    write('phone', '(212) 555 0142');
    await submit();
    equal(one('form').querySelectorAll('.error-summary a').length, 0);
    const [[, sent] = []] = received;
    const { contact } = (sent as { physician: typeof clinician }).physician;
    equal(
      [contact.address.state, contact.address.postal_code, contact.phone],
      ['NY', '10002-1234', '(212) 555 0142'],
    );
  });

  it('offers the options of the service in words, and sends what was typed', async () => {
    const { all, received, submit, write } = await put('dx-physician-provider', { requirements: form });
    equal(
      all('[role="radiogroup"] .choice').map((choice) => choice.textContent?.trim()),
      ['Sign online', 'Sign on paper'],
    );
    await submit();
    equal(received, []);
    const shaped: Record<string, string> = {
      npi: '1730184458',
      state: 'NY',
      postal_code: '10002',
      phone: '212 555 0142',
    };
    for (const { name } of all<HTMLInputElement>('input:not([type="radio"])'))
      if (name !== 'fax' && name !== 'order_date') write(name, ` ${shaped[name] ?? name} `);
    write('order_date', 'March 4, 2026');
    all<HTMLInputElement>('input[type="radio"]')[0]?.click();
    await submit();
    const [[, sent] = []] = received;
    equal(sent, {
      physician: {
        full_name: 'full_name',
        credentials: 'credentials',
        npi: '1730184458',
        license_state: 'license_state',
        license_number: 'license_number',
        ordering_entity: 'ordering_entity',
        contact: {
          type: 'contact_type',
          address: {
            address_line_1: 'address_line_1',
            city: 'city',
            state: 'NY',
            postal_code: '10002',
          },
          phone: '212 555 0142',
        },
      },
      order_date: '2026-03-04',
      approval_method: 'electronic_signature',
    });
  });

  it('writes and reads the order date in the notation of the language', async () => {
    speak('de-DE', {});
    const german = await put('dx-physician-provider', { requirements: { ...form, given: null } });
    const shown = german.one<HTMLInputElement>('#order_date').value;
    assert(/^\d\d\.\d\d\.\d{4}$/.test(shown), shown);
    assert(german.one('#order_date-hint').textContent?.includes('14.03.2026'), 'the hint');
    const dates = new OrderDates();
    equal(dates.read('04.03.2026'), '2026-03-04');
    speak('en-US', {});
    equal(dates.read('04.03.2026'), '2026-03-04', 'the same day in another language');
    equal(new OrderDates().read('04.03.2026'), '2026-04-03');
    equal(new OrderDates().read(new OrderDates().write('2026-03-04')), '2026-03-04');
  });

  it('shows the errors of the server beside their fields', async () => {
    const { one, element } = await put('dx-physician-provider', { requirements: form });
    const problems = [
      { path: 'physician.contact.type', message: 'Say how.' },
      { path: 'physician.contact.address.city', message: 'Say where.' },
    ];
    Object.assign(element, { problems });
    await element.updateComplete;
    await until(
      () => one('#contact_type-error').textContent?.trim() === 'Say how.',
      'the error of the contact',
    );
    equal(one('#city-error').textContent?.trim(), 'Say where.');
  });
});

describe('A refusal of the server', () => {
  it('with a code has the words of the form, and without one those of the service, as English', async () => {
    const { one, all, element } = await put('dx-physician-provider', { requirements: form });
    const wrong = 'Too big: expected string to have <=60 characters';
    const problems = [
      { path: 'physician.npi', message: wrong, code: 'invalid' },
      { path: 'physician.contact.type', message: 'Say how.' },
      { path: 'physician.other', message: wrong, code: 'invalid' },
    ];
    Object.assign(element, { problems });
    await until(() => all('.error-summary')[0]?.matches(':focus'), 'the summary');
    equal(one('#npi-error').textContent?.trim(), 'Enter the NPI.');
    equal(one('#contact_type-error [lang="en"]').textContent, 'Say how.');
    equal(
      all('.error-summary li').map(({ textContent }) => textContent?.trim()),
      ['Enter the NPI.', 'Say how.', 'Check this answer.'],
    );
  });
});

describe('The document form', () => {
  it('asks the partner first, once and by itself', async () => {
    const { element, received } = await put('dx-physician-document', {
      shows: { ...needed, asks_partner: true },
    });
    element.requestUpdate();
    await element.updateComplete;
    equal(received, [['dx-hand-in', { ask_partner: true }]]);
  });

  it('shows why the last document was refused, and sends the form with the new one', async () => {
    const refused = {
      ...needed,
      state: 'refused',
      reason: 'SIGNATURE_MISSING',
      uploaded: { document_id: 'd-1', bytes: 4096 },
    };
    const { one, received, submit, write } = await put('dx-physician-document', { shows: refused });
    assert(one('.panel').textContent?.includes('the signature is missing or can’t be read'), 'the reason');
    assert(!one('.panel').textContent?.includes('SIGNATURE_MISSING'), 'no code');
    for (const name of ['physician_full_name', 'license_state', 'license_number']) write(name, name);
    write('npi', '1730184458');
    write('order_date', '01/05/2026');
    await submit();
    equal(received, []);
    one<HTMLInputElement>('#attestation').click();
    await submit();
    equal(received, [
      [
        'dx-hand-in',
        {
          document_id: 'd-1',
          physician_full_name: 'physician_full_name',
          npi: '1730184458',
          license_state: 'license_state',
          license_number: 'license_number',
          order_date: '2026-01-05',
          attestation: true,
        },
      ],
    ]);
  });
});
