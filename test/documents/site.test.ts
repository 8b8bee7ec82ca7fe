/** The documentation site has each guide as it is, and each of its links leads to a page, a heading or a file. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { bareEnv } from '../support/bare-env.ts';
import { shareBrowser } from '../support/browser.ts';
import { codeBlocksOf } from '../support/documents.ts';
import { folderOfFile } from '../support/folders.ts';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

const root = fileURLToPath(new URL('../../', import.meta.url));
const guides = globSync(['*.md', '{widget,server,examples}/**/*.md', 'test/README.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
});
const pageOf = (guide: string) => guide.replace(/(^|\/)README\.md$/, '$1index.md').replace(/md$/, 'html');

const site = folderOfFile();
beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['docs/build.ts', '--build'], {
    cwd: root,
    env: { ...bareEnv, DOCS_DIR: site },
    maxBuffer: 2 ** 26,
  });
});

const nodesOf = (node: Node): Node[] => [
  node,
  ...('childNodes' in node ? node.childNodes.flatMap(nodesOf) : []),
];
const textOf = (node: Node): string =>
  node.nodeName === '#text' && 'value' in node
    ? node.value
    : 'childNodes' in node
      ? node.childNodes.map(textOf).join('')
      : '';
const attribute = (node: Node, name: string) =>
  'attrs' in node ? node.attrs.find((one) => one.name === name)?.value : undefined;
const readPage = (path: string) => nodesOf(parse(readFileSync(join(site, path), 'utf8')));

it('has a page for each guide, with its code blocks as they are', () => {
  for (const guide of guides) {
    const found = readPage(pageOf(guide))
      .filter(({ nodeName }) => nodeName === 'pre')
      .map((node) => textOf(node).trim());
    const written = codeBlocksOf(readFileSync(join(root, guide), 'utf8')).map(({ code }) => code.trim());
    expect(found, guide).toEqual(written);
  }
});

it('has no link that leads nowhere', () => {
  const idsOf = new Map<string, Set<string | undefined>>();
  const ids = (path: string) => {
    const known = idsOf.get(path) ?? new Set(readPage(path).map((node) => attribute(node, 'id')));
    idsOf.set(path, known);
    return known;
  };
  const dead: string[] = [];
  let followed = 0;
  for (const page of globSync('**/*.html', { cwd: site, exclude: ['404.html'] }))
    for (const node of readPage(page)) {
      const link = attribute(node, 'href') ?? attribute(node, 'src');
      if (link === undefined || /^(?:[a-z]+:|\/\/)/.test(link)) continue;
      const [path = '', hash = ''] = link.split('#');
      const to =
        path === '' ? page : path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path);
      const at = to === '' || to.endsWith('/') ? `${to}index.html` : to;
      followed += 1;
      if (!existsSync(join(site, at))) dead.push(`${page}: ${link}`);
      else if (hash !== '' && !ids(at).has(decodeURIComponent(hash))) dead.push(`${page}: ${link}`);
    }
  expect(followed).toBeGreaterThan(1000);
  expect(dead).toEqual([]);
});

it('has a search, the gallery, and a page for each API, and loads nothing from another host', () => {
  expect(globSync('assets/chunks/@localSearchIndex*.js', { cwd: site })).toHaveLength(1);
  for (const api of ['server', 'hooks', 'admin'])
    expect(readPage(`api/${api}.html`).filter(({ nodeName }) => nodeName === 'h3').length).toBeGreaterThan(9);
  expect(readPage('gallery/index.html').map(textOf).join('')).toContain('Theme');
  for (const page of globSync('**/*.html', { cwd: site }))
    for (const node of readPage(page)) {
      const loaded = node.nodeName === 'a' ? undefined : (attribute(node, 'src') ?? attribute(node, 'href'));
      expect(loaded ?? '', page).not.toMatch(/^https?:/);
    }
});

it('has pages that keep to WCAG 2.2, and a search that finds a guide', async () => {
  const browser = await shareBrowser();
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  try {
    const shown = ['index', 'widget/elements', 'widget/vpat', 'api/server'];
    // The dark pages differ by their colours only.
    for (const [colorScheme, pages] of [
      ['light', shown],
      ['dark', shown.slice(0, 2)],
    ] as const) {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      await page.route('**/*', (route) => {
        const path = join(site, new URL(route.request().url()).pathname);
        return existsSync(path) ? route.fulfill({ path }) : route.fulfill({ status: 404 });
      });
      for (const guide of pages) {
        await page.goto(`http://docs.example/${guide}.html`);
        await page.locator('.VPDoc h1').waitFor();
        expect(await accessibilityFaults(page, rules), `${guide}, ${colorScheme}`).toEqual([]);
      }
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('Connection-Allowlist');
      await page.getByRole('option').filter({ hasText: 'Let the browser prove it' }).first().waitFor();
      await context.close();
    }
  } finally {
    await browser.close();
  }
});
