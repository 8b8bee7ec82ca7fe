/**
 * From an empty folder, with the packages from their tarballs, each guide ends at a booking in a browser. Each entry says how many
 * commands and edits that takes.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished, type TestContext } from 'vitest';
import { freePort } from '../../examples/free-port.ts';
import { type Template, templates, userKinds } from '../../server/operate/cli/init.ts';
import { Visitor } from '../e2e/visitor.ts';
import { wholeDocument } from '../hosts/markup.ts';
import { shareBrowser } from '../support/browser.ts';
import { codeBlocks, codeBlocksOf, sectionOf } from '../support/documents.ts';
import { fragment, isInstalled, proxies, run, startProxy } from '../support/guide-proxies.ts';
import { notRun } from '../support/not-run.ts';
import { type Guide, openPackages, type Packages, readPacked } from './follow.ts';
import { buildFrameworkPage, frameworks } from './frameworks.ts';

const react = ['react', 'react-dom'];
const linked = [
  'express',
  'fastify',
  'next',
  ...react,
  'vue',
  'vite',
  '@vitejs/plugin-vue',
  'svelte',
  'solid-js',
];

let packages: Packages;
let browser: Browser;
beforeAll(async () => {
  packages = await openPackages(linked);
  browser = await shareBrowser();
});
afterAll(async () => {
  await browser?.close();
  await packages?.installed.remove();
});

/** Books on a page. @param first the step that it opens with: `where` if the page names the test */
async function book(url: string, first: 'place' | 'where' = 'place'): Promise<Visitor> {
  const visitor = await Visitor.begin(browser, 1024, { ignoreHTTPSErrors: true });
  onTestFinished(() => visitor.leave());
  await visitor.page.goto(url);
  await visitor.sees(first);
  visitor.isPaidAtOnce = true;
  if (first === 'place') await visitor.chooseTest('DEXA');
  await visitor.choosePlace();
  await visitor.acceptProduct();
  await visitor.chooseTimes();
  await visitor.continueTo('identity');
  await visitor.bookFromIdentity('DEXA');
  return visitor;
}

const faultsOf = ({ faults }: Visitor) => faults.filter((fault) => !fault.includes('favicon'));

/** Comes back to a page as from a payment, by the links of another site, and meets the user's booking there. */
async function returnsFromPayment(visitor: Visitor, page: string): Promise<void> {
  const canceled = new URL('/?dx-payment=canceled', page);
  const links = `<a href="${page}">Paid</a> <a href="${canceled}">Not paid</a>`;
  const payment = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(wholeDocument('', links)),
  );
  await new Promise<void>((done) => payment.listen(0, '127.0.0.1', done));
  onTestFinished(() => void payment.close());
  for (const name of ['Paid', 'Not paid']) {
    await visitor.page.goto(`http://127.0.0.1:${(payment.address() as AddressInfo).port}`);
    await visitor.page.getByRole('link', { name, exact: true }).click();
    await visitor.sees('sent');
  }
}

/**
 * Follows a guide, and books on its page.
 * @param options.looksAgain whether opening the page begins a new user, and a return from a payment page does not
 */
async function bookAfter(
  name: string,
  guide: Guide,
  { first = 'place', looksAgain = true }: { first?: 'place' | 'where'; looksAgain?: boolean } = {},
) {
  const followed = await packages.follow(name, guide);
  console.log(`${name}: ${guide.commands} commands, ${guide.edits} files to write or change`);
  const visitor = await book(followed.page, first);
  if (looksAgain) {
    await returnsFromPayment(visitor, followed.page);
    await visitor.page.goto(followed.page);
    await visitor.sees(first);
  }
  expect(faultsOf(visitor)).toEqual([]);
  return followed;
}

const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
/** The interpreter that has the modules. */
function pythonWith(modules: string, context: TestContext): string {
  const found = ['python3', '/usr/bin/python3'].find((program) => runs(program, '-c', `import ${modules}`));
  return found ?? notRun(context, `Python with ${modules}`);
}

/** The guides of the templates of `init`: their sections, their pages, and how many commands they have. */
const sites: Record<Template, [of: string, section: string, page: string, commands: number]> = {
  next: ['server/next.md', '## Start', 'http://localhost:3000', 6],
  express: ['server/express.md', '## Start', 'http://localhost:3000', 6],
  fastify: ['server/fastify.md', '## Start', 'http://localhost:3000', 6],
  python: ['server/any-language.md', '## Start from a Python site', 'http://localhost:8000', 8],
  php: ['server/cms.md', '## Start', 'http://localhost:8000', 6],
};

const siteOf = (template: Template, besides: Partial<Guide> = {}): Guide => {
  const [of, section, page, commands] = sites[template];
  return { parts: [{ of, section }], page, commands, edits: 0, ...besides };
};

it.for(templates.flatMap((template) => userKinds.map((users) => ({ template, users }))))(
  'a customer books on the site of $template, with users by $users',
  async ({ template, users }, context) => {
    if (template === 'php' && !runs('php', '-r', 'exit(extension_loaded("openssl") ? 0 : 1);'))
      notRun(context, 'PHP with OpenSSL');
    const needed = users === 'jwt' ? 'jwt, cryptography' : 'http.server';
    const python = template === 'python' ? pythonWith(needed, context) : 'python3';
    // The guide has both commands of Next.js: one for development, and those that follow for production.
    const isBuilt = template === 'next' && users === 'hook';
    // The built page has the first step as markup too.
    const markup = { of: 'server/next.md', section: '## Show the first step before any script' };
    const guide = siteOf(template, {
      ...(isBuilt && { parts: [...siteOf('next').parts, markup], edits: 2 }),
      replace: (command) =>
        command
          .replace(/ init --template \w+$/, `$& --users ${users}`)
          .replace('python3 app', `${python} app`)
          .replace('npx next dev', isBuilt ? 'next build && next start' : '$&'),
      prepare: async (folder, move) => {
        if (template === 'express')
          await addPolicy(join(folder, 'public/index.html'), move('http://127.0.0.1:8080'));
      },
    });
    const { said, page } = await bookAfter(`${template}-${users}`, guide);
    expect(said()).toMatch(/\nNext:\n {2}npx dx-booking dev\nIn a second terminal:\n/);
    expect(said()).toContain(`Your page  ${page}`);
    if (isBuilt) expect(await (await fetch(page)).text()).toContain('shadowrootmode');
  },
);

/** Gives a page the policy of widget/README.md, with what it says to add for this site. */
async function addPolicy(page: string, server: string): Promise<void> {
  const [policy = ''] = codeBlocks(await readPacked(packages.installed, 'widget/README.md'), 'csp');
  const here = policy
    .trim()
    .replace("script-src 'self'", `script-src 'self' ${server}`)
    .replace('https://booking.partner.example', `${server} 'self'`);
  const tag = `<meta http-equiv="Content-Security-Policy" content="${here}">`;
  await writeFile(page, (await readFile(page, 'utf8')).replace('<head>', `<head>${tag}`));
}

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

it('a customer books at the server within Next.js, on a page that React hydrates without an error', async () => {
  const within = { of: 'server/mounting.md', section: '### Next.js' };
  const [attribute = ''] =
    /server="[^"]+"/.exec(
      await readPacked(packages.installed, within.of).then((text) => text.split('### Next.js')[1] ?? ''),
    ) ?? [];
  const followed = await packages.follow('within-next', {
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

it('a program books by widget/client.md, with a token of the site', async () => {
  const guide = siteOf('express', { commands: 8, edits: 1 });
  const client = { of: 'widget/client.md', section: '## Book a test' };
  const { folder, page, move } = await packages.follow('client', {
    ...guide,
    parts: [...guide.parts, client],
    replace: (command) => (command.endsWith('book.mjs') ? 'true' : command),
  });
  const [cookie = ''] = (await fetch(page)).headers.getSetCookie();
  const answer = await fetch(`${page}/subject-token`, { method: 'POST', headers: { cookie } });
  const [, command = ''] = codeBlocks(
    sectionOf(await readPacked(packages.installed, client.of), client.section),
    'sh',
  );
  const { token } = (await answer.json()) as { token: string };
  const here = move(command.replace('http://localhost:8080', 'http://127.0.0.1:8080').replace('...', token));
  const { stdout } = await run('bash', ['-ec', here], { cwd: folder, env: packages.env });
  expect(stdout).toMatch(/^sent [\w-]{36}\n$/);
});

it.each([
  { template: 'express', page: 'http://localhost:3000', site: 'node site.mjs' },
  { template: 'python --users hook', page: 'http://localhost:8000', site: 'python3 app.py' },
])('a program books by the skill file alone: $template', async ({ template, page, site }) => {
  const skill = 'server/SKILL.md';
  const { folder, move } = await packages.follow(`skill-${template.split(' ')[0]}`, {
    parts: [{ of: skill, section: '## Start' }],
    page,
    site,
    commands: 4,
    edits: 0,
    replace: (command) => command.replace('--template express', `--template ${template}`),
  });
  const client = await readPacked(packages.installed, 'widget/client.md');
  const program = codeBlocksOf(client).find(({ file }) => file === 'book.mjs');
  await writeFile(join(folder, 'book.mjs'), program?.code ?? '');
  const [check = ''] = codeBlocks(
    sectionOf(await readPacked(packages.installed, skill), '## Check your work'),
    'sh',
  );
  const here = move(check.replace('http://localhost:3000', page));
  const { stdout } = await run('bash', ['-ec', here], { cwd: folder, env: packages.env });
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
  const [tag] = codeBlocksOf(sectionOf(await readPacked(packages.installed, guide), '## Start')).filter(
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
        await writeFile(join(folder, file), move(await fragment(guide, file)));
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
  const { installed, env, runBeside } = packages;
  const folder = join(installed.folder, 'proxy');
  await mkdir(folder);
  await run('dx-booking', ['init'], { cwd: folder, env });
  const [port, server, service] = await Promise.all([1, 2, 3].map(() => freePort(0, '127.0.0.1')));
  const url = `https://localhost:${port}`;
  const tag = `<dx-booking server="${url}" subject-token="demo-1" subject-token-type="urn:ietf:params:oauth:token-type:access_token"></dx-booking>`;
  const page = `<!doctype html><title>A page</title><script type="module" src="${url}/widget/v1/loader.js"></script>${tag}`;
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  onTestFinished(() => void site.close().closeAllConnections());
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;

  const outputOfSandbox = runBeside(`dx-booking-sandbox --port ${service}`, folder);
  await expect.poll(outputOfSandbox).toContain('sandbox ready');
  const upstream = `http://127.0.0.1:${service}`;
  const { keys } = (await (await fetch(`${upstream}/sandbox/keys`)).json()) as {
    keys: { api_key: string; flow: string }[];
  };
  const key = keys.find(({ flow }) => flow === 'full_api')?.api_key;
  const settings = `PORT=${server} PUBLIC_URL=${url} ORIGINS=${origin} UPSTREAM_URL=${upstream} UPSTREAM_API_KEY=${key} TRUSTED_PROXIES=127.0.0.1`;
  const outputOfServer = runBeside(`${settings} dx-booking start`, folder);
  await expect.poll(outputOfServer).toContain('server.listening');
  const proxy = await startProxy(await proxies.nginx(folder, Number(port), [`${server}`]), folder, url);
  onTestFinished(proxy.stop);

  // The certificate is the test's own.
  expect(faultsOf(await book(origin))).toEqual([]);
});
