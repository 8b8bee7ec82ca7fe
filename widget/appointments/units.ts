/** Values of results with units that people use. A unit that is not known is shown as the service sent it. */
import { results as say } from '../locales/en/results.ts';
import { exactNumber } from '../ui/format.ts';
import type { Reading } from './readings.ts';

/** Units that say nothing about a number. */
const empty = new Set([
  '',
  '1',
  'ratio',
  'index',
  'score',
  'count',
  'number',
  'unitless',
  'none',
  'percentile',
]);
/** Signs that follow a number without a space. */
const signs = new Set(['%', '°']);

/** @returns the unit in words; null without one, and for a unit that says nothing */
export function unitWords(unit: string | null): string | null {
  if (unit === null || empty.has(unit.trim().toLowerCase())) return null;
  switch (unit.trim().toLowerCase()) {
    case 'bpm':
      return say('unitBpm');
    case 'kcal/day':
      return say('unitKcalDay');
    case 'au':
      return say('unitAgatston');
    case 'sd':
      return say('unitDeviations');
    default:
      return unit;
  }
}

/** Whether the unit follows the number without a space. */
export const isSign = (unit: string): boolean => signs.has(unit);

/** Formats the number of a reading; a text stays as it is. */
export const valueWords = (value: number | string): string =>
  typeof value === 'number' ? exactNumber(value) : value;

/** Formats the reference range, which has the unit of the value; null without one. */
export function rangeWords({ range }: Pick<Reading, 'range'>): string | null {
  if (range === null) return null;
  const low = range.low === null ? null : exactNumber(range.low);
  const high = range.high === null ? null : exactNumber(range.high);
  if (high === null) return say('rangeFrom', { low: low ?? '' });
  return low === null ? say('rangeTo', { high }) : say('rangeBetween', { low, high });
}
