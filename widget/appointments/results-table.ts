/** The results as a CSV table, with every value that the service sent of the body. */
import { results as say } from '../locales/en/results.ts';
import { plainName } from '../ui/plain-name.ts';
import { plainText } from './plain.ts';
import type { Sheet } from './readings.ts';

/**
 * Writes the sheets as CSV, with a head in the current language. The text starts with a byte order mark, without which
 * spreadsheets misread the units. A text that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export function csvOf(sheets: readonly Sheet[]): string {
  const rows = sheets.flatMap(({ title, readings, rest }) => {
    const section = title ?? '';
    return [
      ...readings.map(({ name, value, unit, range }) => [
        section,
        plainName(name),
        String(value),
        unit ?? '',
        String(range?.low ?? ''),
        String(range?.high ?? ''),
      ]),
      ...rest.map(([name, value]) => [
        section,
        plainName(name),
        typeof value === 'number' ? String(value) : plainText(value),
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
