/** A customer books on a page of React, by widget/frameworks.md. frameworks.test.ts has the pages of every framework. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { wholeDocument } from '../hosts/markup.ts';
import { book, faultsOf, siteOf } from './book-after.ts';
import { follow, partner } from './follow.ts';
import { buildFrameworkPage, type Framework, frameworks } from './frameworks.ts';

// Without a limit: if no other file of the run did, it packs and installs the packages.
beforeAll(partner, 0);

it('a customer books on a page of React', async () => {
  const site = await follow('frameworks', siteOf('express'));
  const react = frameworks['React 19'] as Framework;
  const guide = 'widget/frameworks.md';
  await follow('react', {
    parts: [
      { of: guide, only: (code) => code.includes('/** Resolves with a new token') },
      { of: guide, section: react.heading },
    ],
    page: site.page,
    commands: 0,
    edits: 2,
    change: {
      [react.page]: (text) =>
        site.move(text.replaceAll('https://booking.partner.example', 'http://127.0.0.1:8080')),
    },
    prepare: async (folder) => {
      const html = wholeDocument('', '<main></main><script type="module" src="/page.js"></script>');
      await writeFile(join(site.folder, 'public/index.html'), html);
      for (const [file, code] of await buildFrameworkPage(folder, react))
        await writeFile(join(site.folder, 'public', file), code);
    },
  });
  expect(faultsOf(await book(site.page, 'where'))).toEqual([]);
});
