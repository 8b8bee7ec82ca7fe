/** The documentation site: the guides beside the code, as they are. No page of it is written elsewhere. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const others = ['.github/**', '.data/**', 'test/*/**', 'test/requirements.md', 'examples/*/views/**'];
const pages = globSync(['*.md', '{widget,server,examples,test}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', ...others],
}).map((path) => path.replaceAll('\\', '/'));

const asIndex = (path: string) => path.replace(/(^|\/)README\.md/, '$1index.md').replace(/^docs\//, '');
const titleOf = (path: string) => /^# (.+)$/m.exec(read(path))?.[1]?.replaceAll('`', '') ?? path;
const readme = read('README.md');
/** The README of a folder first, then in the order of the README. */
function rank(path: string): number {
  if (/^\w+\/README\.md$/.test(path)) return -1;
  const at = readme.indexOf(`(${path})`);
  return at === -1 ? readme.length : at;
}

const group = (text: string, folder: RegExp): DefaultTheme.SidebarItem => ({
  text,
  collapsed: false,
  items: pages
    .filter((path) => folder.test(path))
    .toSorted((one, other) => rank(one) - rank(other))
    .map((path) => ({ text: titleOf(path), link: `/${asIndex(path).replace(/(?:index)?\.md$/, '')}` })),
});

/** As GitHub names the anchor of a heading. */
const slugify = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

export default defineConfig({
  title: 'dx-booking',
  description: JSON.parse(read('package.json')).description,
  srcDir: '..',
  // Modules of ours have the name that VitePress looks for in each folder.
  additionalConfig: {},
  srcExclude: others,
  outDir: process.env.DOCS_DIR ?? '../dist/docs',
  cacheDir: '../.data/vitepress',
  base: process.env.DOCS_BASE ?? '/',
  rewrites: asIndex,
  vite: { configFile: false, publicDir: false },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('dx-') } } },
  markdown: {
    // What looks like a tag in a text is text. `own-site.md` is no address in Moldova.
    html: false,
    linkify: false,
    anchor: { slugify },
    languageAlias: { env: 'dotenv', csp: 'http', promql: 'txt', caddyfile: 'txt' },
    config(md) {
      // Links to a page lead to it. Links to a source become text: the site has guides only.
      md.core.ruler.push('guide-links', ({ tokens, env }) => {
        const folder = posix.dirname(env.relativePath);
        for (const { children } of tokens) {
          let isHidden = false;
          for (const token of children ?? []) {
            if (token.type === 'link_open') {
              const href = token.attrGet('href') ?? '';
              const target = posix.join(folder, href.split('#')[0] ?? '');
              isHidden = !/^(?:[a-z]+:|#)/.test(href) && !pages.includes(target);
              token.attrSet('href', asIndex(href));
            }
            if (isHidden && /^link_/.test(token.type)) {
              token.type = 'text';
              token.tag = '';
              token.nesting = 0;
              token.content = '';
            }
          }
        }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      group('Widget', /^widget\//),
      group('Server', /^server\//),
      group('Examples and tests', /^(?:examples|test)\//),
      group('Project', /^[^/]+$/),
    ],
    nav: [
      { text: 'Gallery', link: '/gallery/index.html', target: '_self' },
      {
        text: 'APIs',
        items: [
          { text: 'Server', link: '/api/server' },
          { text: 'Hooks over HTTP', link: '/api/hooks' },
          { text: 'Admin API', link: '/api/admin' },
        ],
      },
    ],
  },
});
