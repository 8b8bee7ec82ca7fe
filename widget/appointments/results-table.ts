/** The results as a CSV table, with every value that the service sent of the body. */
import type { Reading, ResultSheet } from '../../server/contract/appointments-api.ts';
import { results as say } from '../texts/english.ts';
import { exactNumber, percentSign } from '../ui/format.ts';
import { plainName } from '../ui/plain-name.ts';
import { testName } from '../ui/test-names.ts';
import { valueText } from './json-values.ts';

/** @returns the heading of a sheet; null without one */
export function titleOf({ name, number, test_type }: ResultSheet): string | null {
  if (test_type !== null) return testName(test_type);
  if (name === null) return null;
  return number === null ? plainName(name) : say('numbered', { name: plainName(name), count: number });
}

/** @returns a value that is no reading, with its name */
export function pairOf({ name, of, value }: ResultSheet['rest'][number]): [name: string, value: unknown] {
  if (of === null) return [name, value];
  const words = { name: plainName(name) };
  return [of === 'unit' ? say('unitOf', words) : say('rangeOf', words), value];
}

/**
 * Writes the sheets as CSV, with a head in the current language. The text starts with a byte order mark, without which
 * spreadsheets misread the units. A text that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export function csvOf(sheets: readonly ResultSheet[]): string {
  const rows = sheets.flatMap((sheet) => {
    const { readings, rest } = sheet;
    const section = titleOf(sheet) ?? '';
    return [
      ...readings.map(({ name, value, unit, range }) => [
        section,
        plainName(name),
        String(value),
        unit ?? '',
        String(range?.low ?? ''),
        String(range?.high ?? ''),
      ]),
      ...rest
        .map(pairOf)
        .map(([name, value]) => [
          section,
          plainName(name),
          typeof value === 'number' ? String(value) : valueText(value),
          '',
          '',
          '',
        ]),
    ];
  });
  const head = [
    say('columnSection'),
    say('columnName'),
    say('columnValue'),
    say('columnUnit'),
    say('columnLow'),
    say('columnHigh'),
  ];
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Quotes a value, and escapes a text that a spreadsheet would run as a formula. */
function cell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text));
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Units that say nothing about a number. */
const empty = new Set(['', '1', 'ratio', 'index', 'score', 'count', 'number', 'unitless', 'none']);
/** Units that are written as a sign. */
const signs = new Set(['%', '°']);

/**
 * Names a unit as people use it. A unit that is not known is shown as the service sent it.
 * @returns the unit in words; null without one, and for a unit that says nothing
 */
export function unitWords(unit: string | null): string | null {
  if (unit === null || empty.has(unit.trim().toLowerCase())) return null;
  switch (unit.trim().toLowerCase()) {
    case 'bpm':
      return say('unitBpm');
    case 'kcal/day':
      return say('unitKcalDay');
    case 'au':
      return say('unitAgatston');
    case 'percentile':
      return say('unitPercentile');
    case 'sd':
      return say('unitDeviations');
    default:
      return unit;
  }
}

/** Whether the unit is written as a sign of the number itself. */
export const isSign = (unit: string): boolean => signs.has(unit);

/** A sign as the language writes it after a number: German has a space before the percent sign. */
export const signWords = (sign: string): string => (sign === '%' ? percentSign() : sign);

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
