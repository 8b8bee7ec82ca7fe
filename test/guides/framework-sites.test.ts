/**
 * A customer begins to book on a page of each framework of widget/frameworks.md, and books on that of React. The site is of a
 * template, and is started once.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { wholeDocument } from '../hosts/markup.ts';
import { begin, book, faultsOf, siteOf } from './book-after.ts';
import { type Followed, follow, partner } from './follow.ts';
import { buildFrameworkPage, type Framework, frameworks } from './frameworks.ts';

// Without a limit: if no other file of the run did, it packs and installs the packages.
beforeAll(partner, 0);

/** Puts the page of a framework in place of the page of a site, by the guide. */
async function replacePage(site: Followed, name: string, framework: Framework): Promise<void> {
  const guide = 'widget/frameworks.md';
  const atServer = (text: string) =>
    site.move(text.replaceAll('https://booking.partner.example', 'http://127.0.0.1:8080'));
  await follow(name.replace(' ', '-'), {
    parts: [
      { of: guide, only: (code) => code.includes('/** Resolves with a new token') },
      { of: guide, section: framework.heading },
    ],
    page: site.page,
    commands: 0,
    edits: name === 'Vue 3' ? 3 : 2,
    change: { [framework.page]: atServer },
    prepare: async (folder) => {
      const html = wholeDocument('', '<main></main><script type="module" src="/page.js"></script>');
      await writeFile(join(site.folder, 'public/index.html'), html);
      for (const [file, code] of await buildFrameworkPage(folder, framework))
        await writeFile(join(site.folder, 'public', file), code);
    },
  });
}

it('a customer books on a page of React, and begins to on a page of each other framework', async () => {
  const site = await follow('frameworks', siteOf('express'));
  for (const [name, framework] of Object.entries(frameworks)) {
    if (name === 'React 18') continue;
    await replacePage(site, name, framework);
    const visit = name === 'React 19' ? book : begin;
    expect(faultsOf(await visit(site.page, 'where')), name).toEqual([]);
  }
});
