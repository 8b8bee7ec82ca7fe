/** Results of any shape become readings: by the assumptions, and without a value dropped. */
import { describe, expect, it } from 'vitest';
import { readResultPages } from '../../server/upstream/appointments/result-pages.ts';
import { resultsView } from '../../server/upstream/appointments/result-sheets.ts';
import { assumptionNames, assumptionsFile } from '../../server/upstream/assumptions/schema.ts';
import { results } from '../widget/gallery/appointments.ts';

const read = (received: Record<string, unknown>, own: object = {}) =>
  resultsView(received, assumptionsFile.parse({ results: own }).results);
const readingsOf = (received: Record<string, unknown>, own?: object) =>
  read(received, own).sheets.flatMap(({ readings }) =>
    readings.map(({ name, value, unit }) => [name, value, unit]),
  );

it('gives each number the unit of its name, from any place in the results [RES-04] [RES-05]', () => {
  expect(readingsOf(results)).toEqual([
    ['body_fat_percent', 24.6, '%'],
    ['lean_mass', 51.2, 'kg'],
    ['bone_density', 1.18, 'g/cm²'],
    ['Resting heart rate', 62, 'bpm'],
    ['Android to gynoid ratio', 1.4, null],
    ['Visceral fat', 410, 'g'],
  ]);
});

it('keeps the units and ranges of each page of the results, and none that two pages contradict', async () => {
  const item = (name: string, value: number) => ({ name, value });
  const pages = [
    {
      items: [item('Fat', 24), item('Hip', 1)],
      result_units: { Fat: '%', Hip: 'g/cm²' },
      result_ranges: { Fat: [10, 30] },
      pagination: { has_more: true },
    },
    { items: [item('Hip', 2)], result_units: { Hip: 'kg' }, pagination: { has_more: true } },
    {
      items: [item('Heart', 62)],
      result_units: { Heart: 'bpm', Hip: 'kg' },
      pagination: { has_more: false },
    },
  ];
  const names = assumptionsFile.parse({}).results;
  const merged = await readResultPages(
    async (offset) => pages[offset === 0 ? 0 : offset === 2 ? 1 : 2] ?? {},
    names,
  );
  expect(readingsOf(merged)).toEqual([
    ['Fat', 24, '%'],
    ['Hip', 1, null],
    ['Hip', 2, null],
    ['Heart', 62, 'bpm'],
  ]);
  expect(read(merged)).toMatchObject({ has_more: false });
  expect(merged.result_ranges).toEqual({ Fat: [10, 30] });
});

it('reads a range as a pair or by the names of its ends, and no range that is not one', () => {
  const ranges = (range: object) =>
    read({ items: [{ name: 'Hip', value: 1, ...range }] }).sheets.flatMap(
      ({ readings }) => readings[0]?.range ?? null,
    );
  expect(ranges({ range: [1, 2] })).toEqual([{ low: 1, high: 2 }]);
  expect(ranges({ max: 2 })).toEqual([{ low: null, high: 2 }]);
  expect(ranges({ reference_range: { lower: 1 } })).toEqual([{ low: 1, high: null }]);
  expect(ranges({ range: [2, 1] })).toEqual([null]);
});

it('reads the names that a partner has set, before its own or in their place [GAP-75]', () => {
  const received = { items: [{ bezeichnung: 'Hüfte', value: 0.98, einheit: 'g/cm²' }] };
  expect(readingsOf(received)).toEqual([]);
  const own = { readingKeys: { name: ['bezeichnung'], unit: { replace: ['einheit'] } } };
  expect(readingsOf(received, own)).toEqual([['Hüfte', 0.98, 'g/cm²']]);
});

/** By entry: what a service has under the name `eigen`, what a page then shows without the entry, and with it. */
const byEntry: Record<string, [received: Record<string, unknown>, without: unknown, withIt: unknown]> = {
  wrapperKeys: [{ eigen: 1, status: 'final' }, ['eigen', 'status'], ['eigen']],
  recordKeys: [{ items: [], eigen: 'final' }, ['items', 'eigen'], ['items']],
  pagingKeys: [{ items: [], eigen: { has_more: true } }, false, true],
  idKeys: [{ fat: 'high', scan_eigen: 'a-1' }, ['fat', 'scan_eigen'], ['fat']],
  containerKeys: [{ eigen: { fat: 'high' } }, ['eigen'], [null]],
  unitMaps: [{ fat: 20, own_eigen: { fat: '%' } }, [], [['fat', 20, '%', null, null]]],
  rangeMaps: [{ fat: 20, own_eigen: { fat: [1, 2] } }, [], [['fat', 20, null, { low: 1, high: 2 }, null]]],
  'readingKeys.name': [{ scan: { value: 1, eigen: 'Hip' } }, [], [['Hip', 1, null, null, null]]],
  'readingKeys.unit': [{ hip: { value: 1, eigen: 'g' } }, [], [['hip', 1, 'g', null, null]]],
  'readingKeys.range': [
    { hip: { value: 1, eigen: [1, 2] } },
    [],
    [['hip', 1, null, { low: 1, high: 2 }, null]],
  ],
  'readingKeys.low': [{ hip: { value: 1, eigen: 0 } }, [], [['hip', 1, null, { low: 0, high: null }, null]]],
  'readingKeys.high': [{ hip: { value: 1, eigen: 2 } }, [], [['hip', 1, null, { low: null, high: 2 }, null]]],
  'readingKeys.sentence': [{ hip: { value: 1, eigen: 'Good.' } }, [], [['hip', 1, null, null, 'Good.']]],
};

describe('Each entry of `results` adds a name [GAP-75] [VER-10]', () => {
  const entries = assumptionNames.filter((name) => name.startsWith('results.'));
  it('and has a case here', () => {
    expect(Object.keys(byEntry).map((name) => `results.${name}`)).toEqual(entries);
  });

  it.each(Object.entries(byEntry))('results.%s', (entry, [received, without, withIt]) => {
    const [first = '', second] = entry.split('.');
    const own = second === undefined ? { [first]: ['eigen'] } : { [first]: { [second]: ['eigen'] } };
    const shown = (names?: object): unknown => {
      const { sheets, has_more } = read(received, names);
      if (entry === 'pagingKeys') return has_more;
      if (entry === 'containerKeys') return sheets.map(({ name }) => name);
      const isReading = entry.endsWith('Maps') || second !== undefined;
      return sheets.flatMap(({ readings, rest }): unknown[] =>
        isReading
          ? readings.map(({ name, value, unit, range, sentence }) => [name, value, unit, range, sentence])
          : rest.map(({ name }) => name),
      );
    };
    expect([shown(), shown(own)]).toEqual([without, withIt]);
  });
});

it('keeps what is no reading, and names records by their key, their number or their test', () => {
  const received = {
    resultUnits: { lonely: 'furlongs' },
    panel: { remark: 'Repeat in a year.' },
    scans: [{ test_type: 'DEXA', findings: ['none'] }, { findings: [] }],
  };
  expect(read(received).sheets).toMatchObject([
    { name: null, rest: [{ name: 'lonely', of: 'unit', value: 'furlongs' }] },
    { name: 'panel', number: null, rest: [{ name: 'remark', of: null, value: 'Repeat in a year.' }] },
    { name: 'scans', number: 1, test_type: 'DEXA' },
    { name: 'scans', number: 2, test_type: null, rest: [{ name: 'findings', of: null, value: [] }] },
  ]);
});

it('shows the other records of a list with one that is none', () => {
  const { sheets } = read({ items: [{ fat: 20 }, null, { fat: 21 }, 'see the report'] });
  expect(sheets.map(({ rest }) => rest.map(({ value }) => value))).toEqual([
    [['see the report']],
    [20],
    [21],
  ]);
});

it('leaves out ids, statuses and paging, and says when there is more [RES-04]', () => {
  const record = {
    order_id: 'order-1',
    status: 'finalized',
    reviewer: '00000000-0000-4000-8000-0000000000aa',
    sampleRef: 'a-1',
    results: { fat: 20 },
    result_units: { fat: '%' },
  };
  const { sheets, has_more } = read({ items: [record], pagination: { has_more: true } });
  expect([sheets.flatMap(({ rest }) => rest), sheets.length, has_more]).toEqual([[], 1, true]);
});
