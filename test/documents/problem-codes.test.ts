/** server/problem-codes.md lists every problem code as the code has it. */
import { expect, it } from 'vitest';
import { type ProblemDefinition, problemCodes } from '../../server/contract/problem-codes.ts';
import { readDocument, tableRows } from '../support/documents.ts';

it('lists every problem code with its status, title and remedy', async () => {
  const rows = tableRows(await readDocument('server/problem-codes.md')).filter((cells) => cells.length === 4);
  const codes: [string, ProblemDefinition][] = Object.entries(problemCodes);
  expect(rows).toEqual(
    codes.map(([code, { status, title, remedy }]) => [`\`${code}\``, `${status}`, title, remedy]),
  );
});
