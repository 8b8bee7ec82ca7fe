/** The results as a table for a file: every value the service sent, whatever it is called. */
import { plainName, plainText } from './plain.ts';
import type { Sheet } from './readings.ts';

const head = ['Section', 'Name', 'Value', 'Unit', 'Low', 'High'];

/** With a mark of its encoding, without which spreadsheets spoil the units. */
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

/** Quoted; a text that a spreadsheet would run is made a text again. */
function cell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text));
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
