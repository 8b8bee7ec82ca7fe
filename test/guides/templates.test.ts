/** A customer books, or begins to, on the site of each template, by its guide. Those of Next.js are in next.test.ts. */
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, it } from 'vitest';
import { templates, userKinds } from '../../server/operate/cli/init.ts';
import { codeBlocks } from '../support/documents.ts';
import { notRun } from '../support/not-run.ts';
import { bookOnTemplate, pythonWith, runs } from './book-after.ts';
import { type Guide, partner, readPacked } from './follow.ts';

// Without a limit: if no other file of the run did, it packs and installs the packages.
beforeAll(partner, 0);

const lastYear = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000);
const sites = templates
  .filter((template) => template !== 'next')
  .flatMap((template) =>
    userKinds.map((users) => {
      // The hook is the same for every template: one of them books to the end.
      const does = users === 'jwt' || template === 'express' ? 'books' : 'begins to book';
      return { template, users, does };
    }),
  );

it.for(sites)(
  'a customer $does on the site of $template, with users by $users',
  async ({ template, users, does }, context) => {
    if (template === 'php' && !runs('php', '-r', 'exit(extension_loaded("openssl") ? 0 : 1);'))
      notRun(context, 'PHP with OpenSSL');
    const needed = users === 'jwt' ? 'jwt, cryptography' : 'http.server';
    const python = template === 'python' ? pythonWith(needed, context) : 'python3';
    const besides: Partial<Guide> = {
      replace: (command) => command.replace('python3 app', `${python} app`),
      prepare: async (folder, move) => {
        // Browsers keep an old page that says nothing of its age, and would not ask the site for a new user.
        await utimes(join(folder, 'public/index.html'), lastYear, lastYear);
        if (template === 'express')
          await addPolicy(join(folder, 'public/index.html'), move('http://127.0.0.1:8080'));
      },
    };
    await bookOnTemplate(template, users, besides, does !== 'books');
  },
);

/** Gives a page the policy of widget/README.md, with what it says to add for this site. */
async function addPolicy(page: string, server: string): Promise<void> {
  const [policy = ''] = codeBlocks(await readPacked('widget/README.md'), 'csp');
  const here = policy
    .trim()
    .replace("script-src 'self'", `script-src 'self' ${server}`)
    .replace('https://booking.partner.example', `${server} 'self'`);
  const tag = `<meta http-equiv="Content-Security-Policy" content="${here}">`;
  await writeFile(page, (await readFile(page, 'utf8')).replace('<head>', `<head>${tag}`));
}
