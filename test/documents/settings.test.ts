/** The tables of settings, hooks and limits agree with the code. */
import { expect, it } from 'vitest';
import { entries as otherEntries } from '../../server/config/entries.ts';
import { hookEntries } from '../../server/config/hook-settings.ts';
import { settings, settingsAtStart } from '../../server/sandbox/settings.ts';
import { readDocument, sectionOf, tableRows } from '../support/documents.ts';

const entries = otherEntries.extend(hookEntries.shape);

/** As the table writes what a setting is where it is not set. */
function defaultOf(schema: (typeof entries)['shape'][keyof (typeof entries)['shape']]): string {
  const read = schema.safeParse(undefined);
  if (!read.success) return 'required';
  const value = read.data as unknown;
  const text = Array.isArray(value) ? value.join(',') : `${value ?? ''}`;
  return text === '' ? 'none' : `\`${text}\``;
}

it('the guide lists every setting of the server with its default', async () => {
  const rows = tableRows(sectionOf(await readDocument('server/README.md'), '## Settings'));
  expect(rows.map(([name, , value]) => [name, value]).toSorted()).toEqual(
    Object.entries(entries.shape)
      .map(([name, schema]) => [`\`${name}\``, defaultOf(schema)])
      .toSorted(),
  );
});

it('the guide lists every setting of the sandbox with its default', async () => {
  const rows = tableRows(sectionOf(await readDocument('server/sandbox/README.md'), '## Settings'));
  const atStart = settingsAtStart();
  expect(rows.map(([name, value]) => [name, value])).toEqual(
    Object.keys(settings.shape).map((name) => [
      `\`${name}\``,
      `\`${JSON.stringify(atStart[name as keyof typeof atStart])}\``,
    ]),
  );
});
