/** A customer books on a site of Next.js, by its guides: in development, built, and with the server within. */
import { beforeAll, expect, it } from 'vitest';
import { book, bookOnTemplate, faultsOf, siteOf } from './book-after.ts';
import { follow, partner, readPacked } from './follow.ts';

// Without a limit: if no other file of the run did, it packs and installs the packages.
beforeAll(partner, 0);

it('a customer books on the site of next in development, with users by jwt', async () => {
  await bookOnTemplate('next', 'jwt');
});

it('a customer books on the built site of next, with users by hook, and the first step as markup', async () => {
  const markup = { of: 'server/next.md', section: '## Show the first step before any script' };
  const page = await bookOnTemplate('next', 'hook', {
    parts: [...siteOf('next').parts, markup],
    edits: 2,
    // The guide has both commands: one for development, and those that follow for production.
    replace: (command) => command.replace('npx next dev', 'next build && next start'),
  });
  expect(await (await fetch(page)).text()).toContain('shadowrootmode');
});

it('a customer books at the server within Next.js, on a page that React hydrates without an error', async () => {
  const within = { of: 'server/mounting.md', section: '### Next.js' };
  const [attribute = ''] =
    /server="[^"]+"/.exec(await readPacked(within.of).then((text) => text.split('### Next.js')[1] ?? '')) ??
    [];
  const followed = await follow('within-next', {
    parts: [
      { of: 'server/next.md', section: '## Start', only: (code) => code !== 'npx dx-booking dev' },
      within,
    ],
    page: 'http://localhost:3000',
    commands: 5,
    edits: 5,
    change: { 'app/booking-panel.jsx': (text) => text.replace(/server="[^"]+"/, attribute) },
  });
  expect(await (await fetch(followed.page)).text()).toMatch(/<dx-booking[^>]*><\/dx-booking>/);
  // Next.js compiles a route when it is asked for it, and then updates the open pages.
  await fetch(`${followed.page}/subject-token`, { method: 'POST' });
  expect((await fetch(`${followed.page}/api/booking/health/ready`)).status).toBe(200);
  expect(faultsOf(await book(followed.page))).toEqual([]);
});
