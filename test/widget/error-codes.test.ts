/** README lists the codes of `dx-error` as the code does. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { errorCodes } from '../../widget/session/error-codes.ts';

const cells = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

it('README says of each code of `dx-error` what it means and what the partner does', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const section = readme.split('### When something is wrong')[1]?.split('\n#')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.map(cells)).toEqual(
    Object.entries(errorCodes).map(([code, { meaning, partner }]) => [`\`${code}\``, meaning, partner]),
  );
});
