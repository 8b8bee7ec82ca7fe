/** The parts of `<dx-physician-order>`: the frozen order verbatim, and its signature. */
import type { PhysicianShows } from '../../server/contract/physician-api.ts';
import { accessible } from './accessible.ts';
import { assert, equal } from './assert.ts';
import { clear, put } from './physician-mounted.ts';

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

afterEach(clear);

describe('The frozen order', () => {
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

  it('shows rows of the same cells as a table, under the head that the service names [PHY-30]', async () => {
    const row = (...cells: string[]) => group('', ...cells.map((cell) => text('', cell)));
    const nodes = [
      group(
        '',
        text('title', 'Measures'),
        group('columns', text('', 'Measure'), text('', 'Value')),
        group('rows', row('Weight', '140'), row('Height', '66')),
      ),
      group(
        '',
        group(
          'lines',
          group('', text('caption', 'Drug'), text('entry', 'None')),
          group('', text('caption', 'Dose'), text('entry', '-')),
        ),
      ),
      group('', group('rows', row('One', 'Two'), row('Three'))),
      group('', group('items', group('', text('title', 'Part'), text('text', 'Words.')))),
    ];
    const { all, element } = await put('dx-physician-signing', { shows: { ...shows, nodes } });
    equal(
      all<HTMLTableElement>('table').map((table) =>
        [...table.rows].map((found) => [...found.cells].map((cell) => cell.textContent)),
      ),
      [
        [
          ['Measure', 'Value'],
          ['Weight', '140'],
          ['Height', '66'],
        ],
        [
          ['Drug', 'None'],
          ['Dose', '-'],
        ],
      ],
    );
    equal(all('th').length, 2);
    equal(
      all('.presentation :is(h3, p)').map((part) => part.textContent),
      ['Measures', 'One', 'Two', 'Three', 'Part', 'Words.'],
    );
    await accessible(element);
  });

  it('asks for two separate acknowledgements, unticked, and no third [PHY-32] [PHY-33] [T71]', async () => {
    const { all, one, received, submit, write } = await put('dx-physician-signing', { shows });
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
    await submit();
    equal(
      all('.error-summary a').map(({ textContent }) => textContent),
      ['To sign, check the box about your electronic signature.', 'To sign, check the box about the order.'],
    );
    boxes[0]?.click();
    await submit();
    equal(received, []);
    equal(one('.error-summary a').textContent, 'To sign, check the box about the order.');
    boxes[1]?.click();
    await submit();
    equal(received, [
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

  it('asks once about a signature that is not the name in the order, and takes it when it is sent again', async () => {
    const physician = { full_name: 'Ada Moreau', credentials: 'MD' };
    const given = { physician } as Presentation['given'];
    const putGiven = () => put('dx-physician-signing', { shows: { ...shows, given } });
    const { all, one, received, submit, write } = await putGiven();
    for (const box of all<HTMLInputElement>('input[type="checkbox"]')) box.click();
    write('typed_name', 'Someone Else');
    await submit();
    equal(received, []);
    equal(
      one('#typed_name-error').textContent?.trim(),
      'This isn’t the name in your details (Ada Moreau). Correct it, or sign as Someone Else.',
    );
    equal(
      all('.other-name button').map(({ textContent }) => textContent?.trim()),
      ['Correct the name', 'Sign as Someone Else'],
    );
    all('.other-name button')[1]?.click();
    equal((received[0]?.[1] as { typed_name: string } | undefined)?.typed_name, 'Someone Else');

    const same = await putGiven();
    for (const box of same.all<HTMLInputElement>('input[type="checkbox"]')) box.click();
    same.write('typed_name', 'Dr. ADA B. Moreau');
    await same.submit();
    equal(same.received.length, 1);
  });

  it('says that it is being signed only after the press of that button', async () => {
    const { element, all, one, submit, write } = await put('dx-physician-signing', { shows });
    const isBusy = async (busy: boolean) => {
      Object.assign(element, { busy });
      await element.updateComplete;
      return one('.primary').ariaBusy;
    };
    one('.tertiary').click();
    equal([await isBusy(true), await isBusy(false)], ['false', 'false']);
    for (const box of all<HTMLInputElement>('input[type="checkbox"]')) box.click();
    write('typed_name', 'Ada Moreau');
    await submit();
    equal([await isBusy(true), await isBusy(false)], ['true', 'false']);
    one('.tertiary').click();
    equal(await isBusy(true), 'false');
  });

  it('keeps nothing ticked when the text changes [PHY-32]', async () => {
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
    it(`with a part that ${what} cannot be signed [PHY-31]`, async () => {
      const { all, one } = await put('dx-physician-signing', { shows: { ...shows, ...over } });
      equal(all('form, input, button[type="submit"]').length, 0);
      assert(one('[role="alert"]').textContent?.includes('you can’t sign it here'), 'it says so');
    });
});
