/** The frameworks of widget/frameworks.md, and how their pages are built. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type PluginOption } from 'vite';
import solid from 'vite-plugin-solid';

/** A framework of the guide. */
export interface Framework {
  heading: string;
  packages: string[];
  /** The file of the page in the guide. */
  page: string;
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
export const frameworks: Record<string, Framework> = {
  'React 18': {
    heading: '## React',
    packages: ['react=react-18', 'react-dom=react-dom-18'],
    page: 'booking-page.tsx',
    main: react,
  },
  'React 19': {
    heading: '## React',
    packages: ['react', 'react-dom'],
    page: 'booking-page.tsx',
    main: react,
  },
  'Vue 3': {
    heading: '## Vue',
    packages: ['vue', 'vite', '@vitejs/plugin-vue'],
    page: 'booking-page.vue',
    main: `import { createApp } from 'vue';
      import BookingPage from './booking-page.vue';
      createApp(BookingPage).mount(root);`,
  },
  'Svelte 5': {
    heading: '## Svelte',
    packages: ['svelte'],
    page: 'booking-page.svelte',
    main: `import { mount } from 'svelte';
      import BookingPage from './booking-page.svelte';
      mount(BookingPage, { target: root });`,
    plugins: [svelte({ configFile: false })],
  },
  'Solid 1': {
    heading: '## Solid',
    packages: ['solid-js'],
    page: 'booking-page.tsx',
    main: `import { createComponent, render } from 'solid-js/web';
      import { BookingPage } from './booking-page';
      render(() => createComponent(BookingPage, {}), root);`,
    plugins: [solid()],
  },
};

/**
 * Builds the page of a framework.
 * @param folder has the files of the guide
 * @returns its scripts by their names; `page.js` is the entry
 */
export async function buildFrameworkPage(
  folder: string,
  { main, plugins = [] }: Framework,
): Promise<Map<string, string>> {
  await writeFile(join(folder, 'main.js'), `const root = document.querySelector('main');\n${main}`);
  const config = join(folder, 'vite.config.ts');
  const { output } = (await build({
    root: folder,
    configFile: existsSync(config) ? config : false,
    plugins,
    logLevel: 'error',
    resolve: { dedupe: ['react'] },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: join(folder, 'main.js'),
        output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })) as { output: { fileName: string; type: string; code?: string }[] };
  return new Map(output.flatMap(({ fileName, code }) => (code ? [[basename(fileName), code]] : [])));
}
