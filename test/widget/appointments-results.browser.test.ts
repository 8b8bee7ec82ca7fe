/** Results of any shape: each number has its name, unit and range, and no value is dropped (RES-05, GAP-75, T94). */
import type { AppointmentResults } from '../../widget/appointments/results-panel.ts';
import '../../widget/appointments/results-panel.ts';
import { placeOnBar, sheetsOf } from '../../widget/appointments/readings.ts';
import { csvOf } from '../../widget/appointments/results-table.ts';
import { accessible } from './accessible.ts';
import { mount } from './appointments-mounted.ts';
import { assert, equal, until } from './assert.ts';
import { results, withResults } from './gallery/appointments.ts';

async function show(data: Record<string, unknown>): Promise<AppointmentResults> {
  const element = document.createElement('dx-appointment-results');
  element.results = data;
  document.body.append(element);
  await element.updateComplete;
  return element;
}
const words = (element: Element) => (element.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ');

/** @returns every text and number in a value, at any depth */
function leaves(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(leaves);
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
    it(`drops nothing of a shape that is ${name} [RES-05] [VER-09] [T94]`, async () => {
      const element = await show(data);
      const all = words(element);
      for (const leaf of leaves(data)) {
        const output = leaf === 'true' ? 'Yes' : leaf === 'null' ? 'Not given' : leaf;
        assert(all.includes(output), `${output} in ${all}`);
      }
      await accessible(element);
      element.remove();
    });

  it('shows the unit beside the number, from any place in the results [RES-04] [RES-05]', () => {
    const [sheet] = sheetsOf(results);
    equal(
      sheet?.readings.map(({ name, value, unit }) => [name, value, unit]),
      [
        ['body_fat_percent', 24.6, '%'],
        ['lean_mass', 51.2, 'kg'],
        ['bone_density', 1.18, 'g/cm²'],
        ['Resting heart rate', 62, 'bpm'],
        ['Android to gynoid ratio', 1.4, null],
        ['Visceral fat', 410, 'g'],
      ],
    );
  });

  it('draws a bar when the range has both ends, in one colour for any value [RES-05]', async () => {
    const element = await show(results);
    equal(element.shadowRoot?.querySelectorAll('.bar').length, 2);
    const range = { low: 50, high: 90 };
    equal(placeOnBar({ name: 'x', value: 70, unit: null, range }), { from: 25, to: 75, at: 50 });
    equal(placeOnBar({ name: 'x', value: 130, unit: null, range })?.at, 100);
    equal(placeOnBar({ name: 'x', value: 7, unit: null, range: { low: null, high: 9 } }), null);
    element.remove();
  });

  it('saves a table in which no text runs as a formula', () => {
    const csv = csvOf(sheetsOf({ remark: '=1+1', low: -2.5, result_units: { low: 'T "score"' } }));
    assert(csv.includes(`"'=1+1"`), 'a text');
    assert(csv.includes(`"-2.5","T ""score"""`), 'a number is a number');
  });

  it('opens from the appointment, with the focus on its heading [RES-02]', async () => {
    const here = await mount(withResults());
    await here.press('See results');
    await until(() => here.focused()?.textContent === 'Your results', 'the heading');
    equal(here.server.made('/results').length, 1);
    await accessible(here.element);
    here.leave();
  });
});
