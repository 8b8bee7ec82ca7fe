/** The comparison of the wire with its fixtures finds each kind of difference. */
import { expect, it } from 'vitest';
import type { Json } from './wire-fixtures.ts';
import { differences } from './wire-shape.ts';

const id = '00000000-0000-4000-8000-000000000000';
const fixture: Json = {
  id,
  status: 'open',
  at: '2027-03-02T10:00:00Z',
  total: 1,
  items: [
    { name: 'a', note: null },
    { name: 'b', note: 'text', more: true },
  ],
};

it.each<[what: string, actual: Json]>([
  ['the same', fixture],
  [
    'other values',
    { ...fixture, at: '2028-01-01T00:00:00.000Z', total: 2.5, items: [{ name: 'c', note: '' }] },
  ],
])('finds nothing in %s', (_what, actual) => {
  expect(differences(actual, fixture)).toEqual([]);
});

it.each<[difference: string, actual: Json]>([
  ['extra: is not in the fixture', { ...fixture, extra: 1 }],
  ['total: is text, not number', { ...fixture, total: '1' }],
  ['total: is null, not number', { ...fixture, total: null }],
  ['id: is text, not uuid', { ...fixture, id: '4711' }],
  ['at: is time with offset, not instant', { ...fixture, at: '2027-03-02T10:00:00-05:00' }],
  ['status: is closed, not open', { ...fixture, status: 'closed' }],
  ['items[]: is only in the fixture', { ...fixture, items: [] }],
  ['items[].name: is only in the fixture', { ...fixture, items: [{ note: null }] }],
  ['items[].note: is number, not null or text', { ...fixture, items: [{ name: 'a', note: 1 }] }],
])('finds that %s', (difference, actual) => {
  expect(differences(actual, fixture)).toEqual([difference]);
});

it('finds a member that only the fixture has', () => {
  const { total: _total, ...actual } = fixture;
  expect(differences(actual, fixture)).toEqual(['total: is only in the fixture']);
});

it('compares no open path', () => {
  const actual = { ...fixture, total: '1', items: [{ name: 1, note: null }], extra: 1 };
  expect(differences(actual, fixture, ['total', 'items[].name', 'extra'])).toEqual([]);
  expect(differences({ ...fixture, items: [1] }, fixture, ['items[]'])).toEqual([]);
});
