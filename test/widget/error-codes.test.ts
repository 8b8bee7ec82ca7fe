/** widget/errors.md lists the codes of `dx-error` as the code does. */
import { expect, it } from 'vitest';
import { errorCodes } from '../../widget/session/error-codes.ts';
import { readDocument, tableRows } from '../support/documents.ts';

it('the guide says of each code of `dx-error` what it means and what the partner does', async () => {
  const rows = tableRows(await readDocument('widget/errors.md'));
  // Outside of code, a page that shows Markdown leaves tags out.
  const quoted = (text: string) => text.replace(/<dx-[\w-]+>/g, '`$&`');
  expect(rows).toEqual(
    Object.entries(errorCodes).map(([code, { meaning, partner }]) => [
      `\`${code}\``,
      quoted(meaning),
      quoted(partner),
    ]),
  );
});
