/** The components of widget/frameworks.md work in a browser, whether the element is defined before or after they render. */

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Browser } from 'playwright';
import { build, type PluginOption } from 'vite';
import solid from 'vite-plugin-solid';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildPages } from '../../examples/build-pages.ts';
import { headings } from '../e2e/headings.ts';
import { type HostSite, openHostSite } from '../hosts/host-site.ts';
import { wholeDocument } from '../hosts/markup.ts';
import { shareBrowser, waitTimeoutMs } from '../support/browser.ts';
import { codeBlocksOf, readDocument, sectionOf } from '../support/documents.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { createPartnerFolder, type PartnerFolder } from '../support/partner-folder.ts';

interface Framework {
  heading: string;
  packages: string[];
  /** Mounts the component. */
  main: string;
  plugins?: PluginOption[];
}

const react = `
  import { StrictMode, createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { BookingPage } from './booking-page';
  createRoot(root).render(createElement(StrictMode, null, createElement(BookingPage)));`;

/** Each framework of the guide, and both versions of React. */
const frameworks: Record<string, Framework> = {
  'React 18': {
    heading: '## React',
    packages: ['react=react-18', 'react-dom=react-dom-18'],
    main: react,
  },
  'React 19': { heading: '## React', packages: ['react', 'react-dom'], main: react },
  'Vue 3': {
    heading: '## Vue',
    packages: ['vue', 'vite', '@vitejs/plugin-vue'],
    main: `import { createApp } from 'vue';
      import BookingPage from './booking-page.vue';
      createApp(BookingPage).mount(root);`,
  },
  'Svelte 5': {
    heading: '## Svelte',
    packages: ['svelte'],
    main: `import { mount } from 'svelte';
      import BookingPage from './booking-page.svelte';
      mount(BookingPage, { target: root });`,
    plugins: [svelte({ configFile: false })],
  },
  'Solid 1': {
    heading: '## Solid',
    packages: ['solid-js'],
    main: `import { createComponent, render } from 'solid-js/web';
      import { BookingPage } from './booking-page';
      render(() => createComponent(BookingPage, {}), root);`,
    plugins: [solid()],
  },
};

/** A page's address ends with this if the element is to be defined only when the test calls `define()`. */
const late = '?late';

/**
 * Builds the page of a framework.
 * @param server replaces the address of the server in the guide
 * @returns its scripts by their names; `page.js` is the entry
 */
async function buildFrameworkPage(name: string, server: string): Promise<Map<string, string>> {
  const { heading, packages, main, plugins = [] } = frameworks[name] as Framework;
  const folder = await createPartnerFolder(packages);
  const guide = await readDocument('widget/frameworks.md');
  const shared = codeBlocksOf(guide.split('\n## ')[0] ?? '');
  const blocks = [...shared, ...codeBlocksOf(sectionOf(guide, heading))];
  for (const { file, code } of blocks)
    if (file) await folder.write(file, code.replaceAll('https://booking.partner.example', server));
  await folder.write('main.js', `const root = document.querySelector('main');\n${main}`);
  await deferDefinition(folder);
  try {
    const { output } = (await build({
      root: folder.path,
      configFile: blocks.some(({ file }) => file === 'vite.config.ts')
        ? join(folder.path, 'vite.config.ts')
        : false,
      plugins,
      logLevel: 'error',
      resolve: { dedupe: ['react'] },
      build: {
        write: false,
        minify: false,
        rolldownOptions: {
          input: join(folder.path, 'main.js'),
          output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    })) as { output: { fileName: string; type: string; code?: string }[] };
    return new Map(output.flatMap(({ fileName, code }) => (code ? [[basename(fileName), code]] : [])));
  } finally {
    await folder.remove();
  }
}

/** The page defines the element late if it is asked to, as on a slow network. */
async function deferDefinition(folder: PartnerFolder): Promise<void> {
  const to = 'node_modules/@dx-booking/widget/';
  const manifest = await readFile(join(folder.path, to, 'package.json'), 'utf8');
  await folder.write(`${to}package.json`, manifest.replace('elements/booking.js', 'elements/late.js'));
  await folder.write(
    `${to}dist/elements/late.js`,
    `globalThis.define = () => import('./booking.js');
     if (location.search !== '${late}') await globalThis.define();`,
  );
}

let site: HostSite;
let server: FullApiServer;
let browser: Browser;
beforeAll(async () => {
  await buildPages(fileURLToPath(new URL('../..', import.meta.url)), () => {});
  site = await openHostSite();
  server = await startFullApiServer({ env: { ORIGINS: site.url, LOG_LEVEL: 'error' } });
  browser = await shareBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await site.close();
});

interface BookingPage {
  define(): Promise<unknown>;
}

it.each(Object.keys(frameworks))(
  '%s passes properties and events before and after the definition',
  async (name) => {
    const serve = (path: string, type: string, text: string) =>
      site.pages.set(path, { text, headers: { 'content-type': type } });
    for (const [file, code] of await buildFrameworkPage(name, server.url))
      serve(`/${file}`, 'text/javascript', code);
    serve('/subject-token', 'application/json', JSON.stringify({ token: `user-${name}` }));
    for (const search of ['', late]) {
      site.pages.set(`/${search}`, {
        text: wholeDocument('', '<main></main><script type="module" src="/page.js"></script>'),
      });
      const context = await browser.newContext();
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(waitTimeoutMs);
      const said: string[] = [];
      page.on('console', (message) => {
        if (!message.text().includes('React DevTools')) said.push(message.text());
      });
      page.on('pageerror', (error) => said.push(error.message));
      await page.goto(`${site.url}/${search}`);
      const booking = page.locator('dx-booking');
      await booking.waitFor({ state: 'attached' });
      if (search === late) {
        expect(await page.evaluate(() => customElements.get('dx-booking'))).toBeUndefined();
        await page.waitForFunction(() => 'define' in globalThis);
        await page.evaluate(() => (globalThis as unknown as BookingPage).define());
      }
      await page.getByRole('heading', { name: headings.where }).waitFor();
      expect(said, search).toEqual(['step place']);
      expect(await booking.evaluate((element) => Reflect.get(element, 'testTypes'))).toBe('DEXA');
    }
  },
);
