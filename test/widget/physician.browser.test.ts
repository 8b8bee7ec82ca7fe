/** The parts of `<dx-physician-order>`: the frozen order verbatim, the hand under it, and the two forms. */
import type { LitElement } from 'lit';
import type { PhysicianShows } from '../../server/contract/physician-api.ts';
import '../../widget/physician/physician-order.ts';
import { accessible } from './accessible.ts';
import { assert, equal, until } from './assert.ts';

type Presentation = Extract<PhysicianShows, { step: 'presentation' }>;
const text = (name: string, words: string) => ({ kind: 'text' as const, name, text: words });
const group = (name: string, ...nodes: Presentation['nodes']) => ({ kind: 'group' as const, name, nodes });

const shows: Presentation = {
  step: 'presentation',
  session_id: 's-1',
  presentation_hash: 'h-1',
  expires_at: null,
  title: 'Order  of a scan',
  nodes: [
    group(
      '',
      text('title', 'Patient'),
      group(
        'rows',
        group('', text('label', 'Name'), text('value', 'Ines  O’Hara')),
        group('', text('label', 'Sex'), text('value', '<b>female</b>')),
      ),
      group('statements', text('', 'First.'), text('', 'Second.')),
    ),
    group('', text('title', 'Order'), group('statements', text('', 'Third.'))),
  ],
  acknowledgements: [
    { field: 'electronic_signature_attestation', nodes: [group('', text('text', 'I sign it.'))] },
    { field: 'order_acknowledgement', nodes: [group('', text('text', 'I order it.'))] },
  ],
  signable: true,
  given: null,
};

async function put(tag: string, properties: object) {
  const element = Object.assign(document.createElement(tag), properties) as LitElement;
  const heard: [type: string, detail: unknown][] = [];
  for (const type of ['dx-sign', 'dx-change', 'dx-abandon', 'dx-prepare', 'dx-hand-in', 'dx-upload'])
    element.addEventListener(type, (event) => heard.push([type, (event as CustomEvent).detail]));
  document.body.append(element);
  await element.updateComplete;
  const all = <E extends Element = HTMLElement>(selector: string) => [
    ...element.renderRoot.querySelectorAll<E>(selector),
  ];
  const one = <E extends Element = HTMLElement>(selector: string) => {
    const [found] = all<E>(selector);
    assert(found, selector);
    return found;
  };
  const write = (name: string, value: string) => {
    const input = one<HTMLInputElement>(`#${name}`);
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const submit = async () => {
    one<HTMLFormElement>('form').requestSubmit();
    await element.updateComplete;
  };
  return { element, heard, all, one, write, submit };
}

afterEach(() => {
  for (const element of document.querySelectorAll(
    'dx-physician-signing, dx-physician-provider, dx-physician-document',
  ))
    element.remove();
});

describe('The frozen order', () => {
  it('is accessible', async () => accessible((await put('dx-physician-signing', { shows })).element));

  it('shows every text unchanged, in the order received, and nothing beside it [PHY-30] [T95]', async () => {
    const { all } = await put('dx-physician-signing', { shows });
    equal(
      all('h2, .presentation :is(h3, dt, dd, p)').map((part) => part.textContent),
      [
        'Order  of a scan',
        'Patient',
        'Name',
        'Ines  O’Hara',
        'Sex',
        '<b>female</b>',
        'First.',
        'Second.',
        'Order',
        'Third.',
      ],
    );
  });

  it('asks for two acknowledgements apart, none ticked, and no third [PHY-32] [PHY-33] [T71]', async () => {
    const { all, one, heard, submit, write } = await put('dx-physician-signing', { shows });
    const boxes = all<HTMLInputElement>('input[type="checkbox"]');
    equal(
      boxes.map(({ name, checked }) => [name, checked]),
      [
        ['electronic_signature_attestation', false],
        ['order_acknowledgement', false],
      ],
    );
    equal(
      boxes.map((box) => box.closest('label')?.textContent?.trim()),
      ['I sign it.', 'I order it.'],
    );
    write('typed_name', 'Ada Moreau');
    boxes[0]?.click();
    await submit();
    equal(heard, []);
    equal(one('.error-summary a').textContent, 'Tick this to sign the order.');
    boxes[1]?.click();
    await submit();
    equal(heard, [
      [
        'dx-sign',
        {
          session_id: 's-1',
          presentation_hash: 'h-1',
          typed_name: 'Ada Moreau',
          order_acknowledgement: true,
          electronic_signature_attestation: true,
        },
      ],
    ]);
  });

  it('keeps nothing ticked when another text takes its place [PHY-32] [PHY-40] [GAP-83]', async () => {
    const { element, all } = await put('dx-physician-signing', { shows });
    for (const box of all<HTMLInputElement>('input[type="checkbox"]')) box.click();
    await element.updateComplete;
    Object.assign(element, { shows: { ...shows, session_id: 's-2' } });
    await element.updateComplete;
    equal(
      all<HTMLInputElement>('input[type="checkbox"]').map(({ checked }) => checked),
      [false, false],
    );
  });

  const unshown: [what: string, over: Partial<Presentation>][] = [
    [
      'the server could not read',
      { nodes: [...shows.nodes, { kind: 'unshown', name: 'image' }], signable: false },
    ],
    [
      'this page does not know',
      { nodes: [group('', { kind: 'video', name: 'x' } as unknown as (typeof shows.nodes)[0])] },
    ],
    ['has no acknowledgements that can be told apart', { acknowledgements: null, signable: false }],
    ['the server says is not whole', { signable: false }],
  ];
  for (const [what, over] of unshown)
    it(`with a part that ${what} cannot be signed [PHY-31] [T96]`, async () => {
      const { all, one } = await put('dx-physician-signing', { shows: { ...shows, ...over } });
      equal(all('form, input, button[type="submit"]').length, 0);
      assert(one('[role="alert"]').textContent?.includes('cannot be signed here'), 'it says so');
    });
});

const form = {
  allowed_approval_methods: ['electronic_signature', 'wet_ink'],
  allowed_workflow_types: ['partner_electronic'],
  order_date_required: true,
  sla: null,
  given: null,
};

describe('The provider form', () => {
  it('is accessible', async () =>
    accessible((await put('dx-physician-provider', { requirements: form })).element));

  it('offers what the service allows, as it calls it, and sends what was written [PHY-05] [PHY-11]', async () => {
    const { all, heard, submit, write } = await put('dx-physician-provider', { requirements: form });
    equal(
      all('[role="radiogroup"] .choice').map((choice) => choice.textContent?.trim()),
      ['electronic_signature', 'wet_ink'],
    );
    await submit();
    equal(heard, []);
    for (const input of all<HTMLInputElement>('input:not([type="radio"])'))
      if (input.name !== 'fax' && input.name !== 'order_date') write(input.name, ` ${input.name} `);
    write('order_date', 'March 4, 2026');
    all<HTMLInputElement>('input[type="radio"]')[0]?.click();
    await submit();
    const [[, sent] = []] = heard;
    equal(sent, {
      physician: {
        full_name: 'full_name',
        credentials: 'credentials',
        npi: 'npi',
        license_state: 'license_state',
        license_number: 'license_number',
        ordering_entity: 'ordering_entity',
        contact: {
          type: 'contact_type',
          address: {
            address_line_1: 'address_line_1',
            city: 'city',
            state: 'state',
            postal_code: 'postal_code',
          },
          phone: 'phone',
        },
      },
      order_date: '2026-03-04',
      approval_method: 'electronic_signature',
    });
  });

  it('puts what the server refused beside its field', async () => {
    const { one, element } = await put('dx-physician-provider', { requirements: form });
    const problems = [
      { path: 'physician.contact.type', message: 'Say how.' },
      { path: 'physician.contact.address.city', message: 'Say where.' },
    ];
    Object.assign(element, { problems });
    await element.updateComplete;
    await until(() => one('#contact_type-error').textContent === 'Say how.', 'the error of the contact');
    equal(one('#city-error').textContent, 'Say where.');
  });
});

describe('The document form', () => {
  const needed = { step: 'document', state: 'needed', reason: null, asks_partner: false, uploaded: null };

  it('is accessible', async () =>
    accessible((await put('dx-physician-document', { shows: needed })).element));

  it('asks the partner first, once and by itself [CFG-29]', async () => {
    const { element, heard } = await put('dx-physician-document', {
      shows: { ...needed, asks_partner: true },
    });
    element.requestUpdate();
    await element.updateComplete;
    equal(heard, [['dx-hand-in', { ask_partner: true }]]);
  });

  it('says why the last was not taken, and sends what was written with the one uploaded [PEV-06] [PEV-18]', async () => {
    const refused = {
      ...needed,
      state: 'refused',
      reason: 'SIGNATURE_MISSING',
      uploaded: { document_id: 'd-1', bytes: 4096 },
    };
    const { one, heard, submit, write } = await put('dx-physician-document', { shows: refused });
    assert(one('.panel').textContent?.includes('SIGNATURE_MISSING'), 'the reason');
    for (const name of ['physician_full_name', 'npi', 'license_state', 'license_number']) write(name, name);
    write('order_date', '01/05/2026');
    await submit();
    equal(heard, []);
    one<HTMLInputElement>('#attestation').click();
    await submit();
    equal(heard, [
      [
        'dx-hand-in',
        {
          document_id: 'd-1',
          physician_full_name: 'physician_full_name',
          npi: 'npi',
          license_state: 'license_state',
          license_number: 'license_number',
          order_date: '2026-01-05',
          attestation: true,
        },
      ],
    ]);
  });
});
