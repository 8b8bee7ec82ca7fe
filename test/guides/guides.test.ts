/**
 * From an empty folder, with the packages from their tarballs, each guide ends at a booking. Each entry says how many commands and
 * edits that takes. The guides of the templates, of Next.js and of the frameworks are in files of their own, which run beside this one.
 */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { Visitor } from '../e2e/visitor.ts';
import { wholeDocument } from '../hosts/markup.ts';
import { shareBrowser } from '../support/browser.ts';
import { codeBlocks, codeBlocksOf, sectionOf } from '../support/documents.ts';
import { fragment, isInstalled, proxies, run, startProxy } from '../support/guide-proxies.ts';
import { notRun } from '../support/not-run.ts';
import { serve } from '../support/serve.ts';
import { book, bookAfter, faultsOf, pythonWith, siteOf } from './book-after.ts';
import { follow, partner, readPacked, runBeside } from './follow.ts';

// Without a limit: if no other file of the run did, it packs and installs the packages.
beforeAll(partner, 0);

/** The folder with the packages, as server/README.md makes it. */
const folder = { of: 'server/README.md', section: '## Start' };

it('a customer books by server/own-site.md', async () => {
  await bookAfter('own-site', {
    parts: [
      { ...folder, only: (code) => /clinic|^npm i|^npx dx-booking init$/.test(code) },
      { of: 'server/own-site.md' },
    ],
    page: 'http://localhost:3000',
    commands: 5,
    edits: 2,
  });
});

it('a customer requests times on the hosted page by server/README.md, with a key of the co-branded flow', async () => {
  const { page } = await follow('co-branded', {
    parts: [
      { ...folder, only: (code) => /clinic|^npm i|^npx dx-booking init$/.test(code) },
      { of: folder.of, section: '### Start with the co-branded flow' },
    ],
    commands: 5,
    edits: 0,
  });
  const visitor = await Visitor.begin(await shareBrowser());
  onTestFinished(() => visitor.leave());
  await visitor.page.goto(page);
  const hosted = visitor.page.frameLocator('iframe');
  await hosted.getByRole('button', { name: 'Confirm these times' }).click();
  await visitor.page.getByRole('heading', { name: 'Request sent' }).waitFor();
  expect(faultsOf(visitor)).toEqual([]);
});

it('a program books by widget/client.md, with a token of the site', async () => {
  const guide = siteOf('express', { commands: 8, edits: 1 });
  const client = { of: 'widget/client.md', section: '## Book a test' };
  const { folder, page, move } = await follow('client', {
    ...guide,
    parts: [...guide.parts, client],
    replace: (command) => (command.endsWith('book.mjs') ? 'true' : command),
  });
  const [cookie = ''] = (await fetch(page)).headers.getSetCookie();
  const answer = await fetch(`${page}/subject-token`, { method: 'POST', headers: { cookie } });
  const [, command = ''] = codeBlocks(sectionOf(await readPacked(client.of), client.section), 'sh');
  const { token } = (await answer.json()) as { token: string };
  const here = move(
    command.replace('http://127.0.0.1:3000', 'http://localhost:3000').replace('demo-1', token),
  );
  const { stdout } = await run('bash', ['-ec', here], { cwd: folder, env: (await partner()).env });
  expect(stdout).toMatch(/^sent [\w-]{36}\n$/);
});

it.each([
  { template: 'express', page: 'http://localhost:3000', site: 'node site.mjs' },
  { template: 'python --users hook', page: 'http://localhost:8000', site: 'python3 app.py' },
])('a program books by the skill file alone: $template', async ({ template, page, site }) => {
  const skill = 'server/SKILL.md';
  const { folder, move } = await follow(`skill-${template.split(' ')[0]}`, {
    parts: [{ of: skill, section: '## Start' }],
    page,
    site,
    commands: 4,
    edits: 0,
    replace: (command) => command.replace('--template express', `--template ${template}`),
  });
  const client = await readPacked('widget/client.md');
  const program = codeBlocksOf(client).find(({ file }) => file === 'book.mjs');
  await writeFile(join(folder, 'book.mjs'), program?.code ?? '');
  const [check = ''] = codeBlocks(sectionOf(await readPacked(skill), '## Check your work'), 'sh');
  const here = move(check.replace('http://localhost:3000', page));
  const { stdout } = await run('bash', ['-ec', here], { cwd: folder, env: (await partner()).env });
  expect(stdout).toMatch(/^sent [\w-]{36}$/m);
});

/** The hooks over HTTP and the receiver of events, by the blocks of one language. */
const endpoints = {
  Node: (code: string) => !/python3|import base64/.test(code),
  Python: (code: string) => !/node --env|node:http/.test(code),
};

it.for(Object.entries(endpoints))(
  'a customer books with hooks and events in %s',
  async ([name, only], context) => {
    if (name === 'Python') pythonWith('http.server', context);
    const { said } = await bookAfter(`hooks-${name}`, {
      parts: [
        { ...folder, only: (code) => /clinic|^npm i/.test(code) },
        { of: 'server/hooks.md', section: '## Serve over HTTP', only },
        { of: 'server/events.md', section: '## Start', only },
        { of: 'server/events.md', section: '## Verify a signature', only },
      ],
      commands: 8,
      edits: 2,
    });
    await expect.poll(said).toMatch(/^evt_\S+ booking\.requested demo-\S+ requested$/m);
  },
);

it('a customer books beside a site in any language', async (context) => {
  const signers = { ruby: 'subject_token.rb', java: 'SubjectToken.java' };
  const [program, file] =
    Object.entries(signers).find(([name]) => isInstalled(name, '--version')) ??
    notRun(context, 'Ruby or Java');
  const guide = 'server/any-language.md';
  const [tag] = codeBlocksOf(sectionOf(await readPacked(guide), '## Start')).filter(
    ({ language }) => language === 'html',
  );
  await bookAfter(
    'any-language',
    {
      parts: [{ of: guide, section: '## Start' }],
      page: 'http://localhost:8000',
      commands: 5,
      edits: 0,
      site: 'python3 -m http.server 8000 --bind 127.0.0.1 --directory public',
      prepare: async (folder, move) => {
        // The page has one token for the whole booking, so it gets the longest lifetime that the server takes.
        const signer = (await fragment(guide, file)).replace('now + 60', 'now + 300');
        await writeFile(join(folder, file), move(signer));
        const { stdout } = await run(program, [file, 'user-1'], { cwd: folder });
        await mkdir(join(folder, 'public'));
        await cp(join(folder, 'jwks.json'), join(folder, 'public/jwks.json'));
        const body = move(tag?.code.replace('(the token)', stdout.trim()) ?? '');
        await writeFile(join(folder, 'public/index.html'), wholeDocument('', body));
      },
    },
    { looksAgain: false },
  );
});

it('a customer books through the nginx of server/proxy.md, with TLS, at the server that `dx-booking start` runs', async (context) => {
  if (!isInstalled('nginx', '-v')) notRun(context, 'nginx');
  const { folder: parent, env } = await partner();
  const folder = join(parent, 'proxy');
  await mkdir(folder);
  await run('dx-booking', ['init'], { cwd: folder, env });
  const [port, server, service] = await Promise.all([1, 2, 3].map(() => freePort(0, '127.0.0.1')));
  const url = `https://localhost:${port}`;
  const tag = `<dx-booking server="${url}" subject-token="demo-1" subject-token-type="urn:ietf:params:oauth:token-type:access_token"></dx-booking>`;
  const page = `<!doctype html><title>A page</title><script type="module" src="${url}/widget/v1/loader.js"></script>${tag}`;
  const site = await serve((_, response) => response.setHeader('content-type', 'text/html').end(page));
  onTestFinished(site.close);
  const origin = `http://localhost:${site.port}`;

  const outputOfSandbox = await runBeside(`dx-booking-sandbox --port ${service}`, folder);
  await expect.poll(outputOfSandbox).toContain('sandbox ready');
  const upstream = `http://127.0.0.1:${service}`;
  const { keys } = (await (await fetch(`${upstream}/sandbox/keys`)).json()) as {
    keys: { api_key: string; flow: string }[];
  };
  const key = keys.find(({ flow }) => flow === 'full_api')?.api_key;
  const settings = `PORT=${server} PUBLIC_URL=${url} ORIGINS=${origin} UPSTREAM_URL=${upstream} UPSTREAM_API_KEY=${key} TRUSTED_PROXIES=127.0.0.1`;
  const outputOfServer = await runBeside(`${settings} dx-booking start`, folder);
  await expect.poll(outputOfServer).toContain('server.listening');
  const proxy = await startProxy(await proxies.nginx(folder, Number(port), [`${server}`]), folder, url);
  onTestFinished(proxy.stop);

  // The certificate is the test's own.
  expect(faultsOf(await book(origin))).toEqual([]);
});
