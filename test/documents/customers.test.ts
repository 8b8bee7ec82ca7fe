/** The guide of customers' data lists every kind of record of an export. */
import { expect, it } from 'vitest';
import { kinds } from '../../server/customers/customer-tables.ts';
import { readDocument, sectionOf, tableRows } from '../support/documents.ts';

it('the guide lists every kind of record of an export', async () => {
  const rows = tableRows(sectionOf(await readDocument('server/customer-data.md'), '## Export'));
  expect(rows.map(([kind]) => kind).toSorted()).toEqual(
    Object.values(kinds)
      .map((kind) => `\`${kind}\``)
      .toSorted(),
  );
});
