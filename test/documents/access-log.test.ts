/** The guide of the access log lists each operation of the server with what it records, or why it records nothing. */
import { expect, it } from 'vitest';
import type { Operation } from '../../server/contract/server-api/operation.ts';
import { operations } from '../../server/contract/server-api/operations.ts';
import { readDocument, sectionOf, tableRows } from '../support/documents.ts';

it('the guide lists what each operation records', async () => {
  const rows = tableRows(sectionOf(await readDocument('server/access-log.md'), '## Recorded requests'));
  const listed = rows
    .filter(([request = '']) => request.startsWith('`'))
    .map(([request = '', record = '', action = '']) => [request, record, action].join(' ').trim());
  const declared = Object.entries<Operation>(operations).map(([name, { access }]) =>
    'none' in access
      ? `\`${name}\` ${access.none.charAt(0).toUpperCase()}${access.none.slice(1)}.`
      : `\`${name}\` \`${access.record}\` \`${access.action}\``,
  );
  expect(listed.toSorted()).toEqual(declared.toSorted());
});
