/** The results as a CSV table, with every value that the service sent. */
import { plainName, plainText } from './plain.ts';
import type { Sheet } from './readings.ts';

const head = ['Section', 'Name', 'Value', 'Unit', 'Low', 'High'];

/** Writes the sheets as CSV. The text starts with a byte order mark, without which spreadsheets misread the units. */
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
      ...rest.map(([name, value]) => [section, plainName(name), plainText(value), '', '', '']),
    ];
  });
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Quotes a value, and escapes a text that a spreadsheet would run as a formula. */
function cell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text));
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
