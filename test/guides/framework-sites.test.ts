/** A customer books on a page of each framework of widget/frameworks.md, on the site of a template. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, it } from 'vitest';
import { wholeDocument } from '../hosts/markup.ts';
import { bookAfter, siteOf } from './book-after.ts';
import { partner } from './follow.ts';
import { buildFrameworkPage, frameworks } from './frameworks.ts';

beforeAll(partner);

it.each(Object.keys(frameworks).filter((name) => name !== 'React 18'))(
  'a customer books on a page of %s',
  async (name) => {
    const framework = frameworks[name] as (typeof frameworks)[string];
    const guide = 'widget/frameworks.md';
    const atServer = (text: string) =>
      text.replaceAll('https://booking.partner.example', 'http://127.0.0.1:8080');
    await bookAfter(
      name.replace(' ', '-'),
      siteOf('express', {
        parts: [
          ...siteOf('express').parts,
          { of: guide, only: (code) => code.includes('/** Resolves with a new token') },
          { of: guide, section: framework.heading },
        ],
        edits: name === 'Vue 3' ? 3 : 2,
        change: { [framework.page]: atServer },
        prepare: async (folder) => {
          const html = wholeDocument('', '<main></main><script type="module" src="/page.js"></script>');
          await writeFile(join(folder, 'public/index.html'), html);
          for (const [file, code] of await buildFrameworkPage(folder, framework))
            await writeFile(join(folder, 'public', file), code);
        },
      }),
      { first: 'where' },
    );
  },
);
