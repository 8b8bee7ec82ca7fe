/** Results of any shape: each number has its name, unit and range, and no value of the body is dropped (RES-05, GAP-75, T94). */
import { earlierValues } from '../../widget/appointments/earlier-results.ts';
import { type AppointmentResults, placeOnBar } from '../../widget/appointments/results-panel.ts';
import { csvOf } from '../../widget/appointments/results-table.ts';
import { accessible } from './accessible.ts';
import { mount } from './appointments-mounted.ts';
import { json } from './appointments-server.ts';
import { assert, equal, until } from './assert.ts';
import { results, viewOfResults, withResults } from './gallery/appointments.ts';
import { printed } from './printed.ts';

async function show(data: Record<string, unknown>): Promise<AppointmentResults> {
  const element = document.createElement('dx-appointment-results');
  element.view = viewOfResults(data);
  document.body.append(element);
  await element.updateComplete;
  return element;
}
const words = (element: Element) => (element.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ');

/** What the service says of the record and not of the body. */
const envelope = ['order_id', 'status', 'test_type', 'pagination'];

const inWords: Record<string, string> = { true: 'Yes', null: 'Not given', bpm: 'beats per minute' };

/** @returns every text and number of the body in a value, at any depth */
function leaves(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, item]) => (envelope.includes(name) ? [] : leaves(item)));
}

const shapes: Record<string, Record<string, unknown>> = {
  "the sandbox's": results,
  'none at all': { note: 'Nothing to report' },
  'flat, with sibling units': { glucose: 5.2, insulin: 8, result_units: { glucose: 'mmol/L' } },
  'ranges beside': {
    hdl: 1.4,
    result_units: { hdl: 'mmol/L' },
    reference_ranges: { hdl: [1, 2.2], ldl: 'low' },
  },
  'a range in words': { items: [{ name: 'Hip', value: 0.98, range: '0.8 to 1.2' }] },
  'a value that says more': { items: [{ name: 'Hip', value: 0.98, code: 'H-1', method: 'DXA' }] },
  deep: { a: { b: { c: { d: { e: { f: ['buried', { g: 7 }] } } } } } },
  'units without numbers': { result_units: { lonely: 'furlongs' } },
  'lists of texts': { findings: ['None', 'See <b>note</b>'], empty: [], nothing: {} },
};

describe('<dx-appointment-results>', () => {
  for (const [name, data] of Object.entries(shapes))
    it(`drops nothing of a shape that is ${name} [RES-05]`, async () => {
      const element = await show(data);
      const all = words(element);
      for (const leaf of leaves(data)) {
        const output = inWords[leaf] ?? leaf;
        assert(all.includes(output), `${output} in ${all}`);
      }
      await accessible(element);
      element.remove();
    });

  it('writes dates and instants as people do, and no other text', async () => {
    const raw = ['2026-13-45', '2026-09-02 or later', '9/2/2026', 'Posture 1'];
    const data = { collected_on: '2026-09-02', reviewed_at: '2026-09-02T14:00:00.000Z', remarks: raw };
    const element = await show(data);
    const all = words(element);
    for (const text of ['September 2, 2026', ...raw]) assert(all.includes(text), `${text} in ${all}`);
    assert(/Sep [123], 2026, \d+:\d\d [AP]M \w/.test(all), all);
    assert(csvOf(element.view.sheets).includes('"2026-09-02T14:00:00.000Z"'), 'as received in the file');
    element.remove();
  });

  it('shows the values of earlier tests of the same kind with their date and difference, and judges nothing', async () => {
    const of = (fat: number, more: object[] = []) => ({
      items: [{ measures: [{ name: 'Body fat', value: fat, unit: '%' }, ...more] }],
    });
    const now = withResults();
    const march = withResults({ scheduled_for: '2026-03-03T15:00:00.000Z' });
    const other = withResults({ scheduled_for: '2026-02-03T15:00:00.000Z', test_type: 'VO2' });
    const here = await mount(now, march, other);
    here.server.answers.set('GET /results', ({ path }) =>
      json(
        viewOfResults(path.includes(now.appointment_id) ? of(18.6, [{ name: 'New', value: 1 }]) : of(21.2)),
      ),
    );
    await here.press('See results');
    const panel = await until(() => here.root.querySelector('dx-appointment-results'), 'the results');
    await until(() => panel.shadowRoot?.querySelector('.earlier'), 'the earlier value');
    const shown = words(panel);
    assert(/Earlier Tuesday, March 3, 2026: 21\.2 ?% ?\(difference \u22122\.6\)/.test(shown), shown);
    equal(panel.shadowRoot?.querySelectorAll('.earlier').length, 1);
    // Arabic text before it would turn the number and its sign around.
    equal(panel.shadowRoot?.querySelector('.earlier bdi')?.textContent, '21.2%');
    equal(here.server.made('/results').length, 2);
    await accessible(panel);
    here.leave();
  });

  it('gives the difference of values below a millionth', () => {
    const [now, before] = [3e-7, 1.5e-7].map((value) =>
      viewOfResults({ items: [{ measures: [{ name: 'Trace', value, unit: 'g' }] }] }),
    );
    const [reading] = now?.sheets[0]?.readings ?? [];
    const found = reading && before && earlierValues(reading, [{ date: 'March', results: before }]);
    equal(found, [{ date: 'March', value: '0.00000015', difference: 'difference +0.00000015' }]);
  });

  it('names a percentile as what it is', async () => {
    const element = await show({ items: [{ measures: [{ name: 'Rank', value: 82, unit: 'percentile' }] }] });
    assert(/82 percentile/.test(words(element)), words(element));
    element.remove();
  });

  it('shows no id, status, paging or field name of the record', async () => {
    const element = await show({
      items: [
        {
          order_id: '00000000-0000-4000-8000-0000000000aa',
          appointment_id: '00000000-0000-4000-8000-0000000000bb',
          member_id: '00000000-0000-4000-8000-0000000000cc',
          test_type: 'DEXA',
          status: 'finalized',
          results: { android_gynoid_ratio: 0.9, lumbar_spine_bmd: 1.1 },
          result_units: { android_gynoid_ratio: 'ratio', lumbar_spine_bmd: 'g/cm²' },
        },
      ],
      pagination: { has_more: true, limit: 50, offset: 0, returned_count: 1 },
    });
    const all = words(element);
    for (const word of ['0000', 'DEXA', 'inalized', 'agination', 'imit', 'ratio 0.9 ratio', '_'])
      assert(!all.includes(word), `${word} in ${all}`);
    assert(all.includes('Android gynoid ratio 0.9'), all);
    assert(all.includes('Lumbar spine BMD 1.1 g/cm²'), all);
    assert(all.includes('You have more results than we can show here.'), all);
    element.remove();
  });

  it('shows units that people use, and the sentence of the service in its own language [RES-05]', async () => {
    const element = await show({
      rate: { value: 62, unit: 'bpm', range: [50, 90], interpretation: 'As expected for rest.' },
      energy: 1520,
      result_units: { energy: 'kcal/day' },
    });
    const all = words(element);
    assert(all.includes('62 beats per minute'), all);
    assert(all.includes('Reference range: 50 to 90'), all);
    assert(all.includes('1,520 calories a day'), all);
    const sentence = [...(element.shadowRoot?.querySelectorAll('[lang="en"]') ?? [])].map(
      (one) => one.textContent,
    );
    assert(sentence.includes('As expected for rest.'), sentence.join());
    element.remove();
  });

  /** Looks at the first value of results on a page in another language. */
  async function valueIn(language: string, received: object, look: (value: Element) => void): Promise<void> {
    const here = await mount(withResults());
    here.server.answers.set('GET /results', () => json(viewOfResults({ one: received })));
    await here.press('See results');
    await until(() => here.root.querySelector('dx-appointment-results'), 'the results');
    const pageLang = document.documentElement.lang;
    document.documentElement.lang = language;
    try {
      await until(() => !here.button('Back to appointments'), language);
      const shown = await until(() => here.root.querySelector('dx-appointment-results'), 'the results');
      look(await until(() => shown.shadowRoot?.querySelector('.value'), 'the value'));
    } finally {
      document.documentElement.lang = pageLang;
      await until(() => here.button('Back to appointments'), 'the language of the page again');
      here.leave();
    }
  }

  it('writes a percentage as the language does', () =>
    valueIn('de', { value: 24.6, unit: '%' }, (value) => equal(value.textContent?.trim(), '24,6\u00a0%')));

  it('has a Latin unit behind its number also where the page is read from right to left', () =>
    valueIn('ar', { value: 51.2, unit: 'kg' }, (value) => {
      const [number, unit] = [...value.querySelectorAll('strong, .unit')].map((part) =>
        part.getBoundingClientRect(),
      );
      assert(number && unit && number.right <= unit.left, value.innerHTML);
    }));

  it('shows and prints the words of the partner beside the value', async () => {
    const element = await show({ body_fat: { value: 18.6, unit: '%' } });
    const view = structuredClone(element.view);
    const [reading] = view.sheets[0]?.readings ?? [];
    if (!reading) throw new Error('no reading');
    reading.words = { default: 'How much of you is fat.', es: 'Cuánta grasa tiene.' };
    element.view = view;
    await element.updateComplete;
    const said = 'Body fat 18.6% How much of you is fat.';
    assert(words(element).includes(said), words(element));
    const { text } = await printed(() =>
      element.shadowRoot?.querySelector<HTMLElement>('.ways button')?.click(),
    );
    assert(text.includes('How much of you is fat.'), text);
    element.remove();
  });

  it('prints the results as a document of their own, and removes it with the element', async () => {
    const element = await show(results);
    Object.assign(element, { heading: 'DEXA results', about: ['September 2, 2026'] });
    const { title, text } = await printed(() =>
      element.shadowRoot?.querySelector<HTMLElement>('.ways button')?.click(),
    );
    equal(title, 'DEXA results, September 2, 2026');
    assert(text.includes('beats per minute'), text);
    element.remove();
    equal(document.querySelector('iframe'), null);
  });

  it('draws a bar when the range has both ends, in one colour for any value [RES-05]', async () => {
    const element = await show(results);
    equal(element.shadowRoot?.querySelectorAll('.bar').length, 2);
    const range = { low: 50, high: 90 };
    equal(placeOnBar({ value: 70, range }), { from: 25, to: 75, at: 50 });
    equal(placeOnBar({ value: 130, range })?.at, 100);
    equal(placeOnBar({ value: 7, range: { low: null, high: 9 } }), null);
    element.remove();
  });

  it('has a column of reference ranges only if there is one', async () => {
    for (const [ranges, columns] of [
      [{}, 3],
      [{ reference_ranges: { hdl: [1, 2.2] } }, 4],
    ] as const) {
      const element = await show({ hdl: 1.4, result_units: { hdl: 'mmol/L' }, ...ranges });
      const heads = element.shadowRoot?.querySelectorAll('thead th') ?? [];
      const cells = element.shadowRoot?.querySelectorAll('tbody tr > *') ?? [];
      equal([heads.length, cells.length], [columns, columns], JSON.stringify(ranges));
      element.remove();
    }
  });

  it('saves a table in which no text runs as a formula', () => {
    const csv = csvOf(
      viewOfResults({ remark: '=1+1', low: -2.5, result_units: { low: 'T "score"' } }).sheets,
    );
    assert(csv.includes(`"'=1+1"`), 'a text');
    assert(csv.includes(`"-2.5","T ""score"""`), 'a number is a number');
  });

  it('opens from the appointment, with the focus on its heading', async () => {
    const here = await mount(withResults());
    await here.press('See results');
    await until(() => here.focused()?.textContent === 'DEXA body composition results', 'the heading');
    equal(here.server.made('/results').length, 1);
    await accessible(here.element);
    here.leave();
  });
});
