/** The files of the sandbox's pages as a browser gets them: modules without types, Lit and styles; no other file is served. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { baseStyles } from '../../server/core/pages/page-files.ts';
import { harnessOfFile } from './fresh-partner.ts';

const harness = await harnessOfFile();

const get = (path: string) => fetch(harness.url + path);

it.each(['sandbox/hosted/page', 'sandbox/operator/page', 'core/pages/page'])(
  'serves every file of %s',
  async (folder) => {
    const names = await readdir(new URL(`../../server/${folder}/`, import.meta.url));
    expect(names).not.toEqual([]);
    for (const name of names) {
      const response = await get(`/files/${folder}/${name}`);
      const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
      expect([name, response.status, response.headers.get('content-type')]).toEqual([
        name,
        200,
        `${type}; charset=utf-8`,
      ]);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  },
);

it('serves modules without their types, line by line as they are written', async () => {
  const path = 'sandbox/hosted/page/times.ts';
  const source = await readFile(new URL(`../../server/${path}`, import.meta.url), 'utf8');
  const served = await (await get(`/files/${path}`)).text();
  expect(source).toContain('interface Times');
  expect(served).not.toContain('interface Times');
  expect(served.split('\n')).toHaveLength(source.split('\n').length);
});

it.each([
  `/files/${baseStyles}`,
  '/files/lit/index.js',
  '/files/lit-html/lit-html.js',
  '/files/lit-html/directives/repeat.js',
  '/files/lit-element/lit-element.js',
  '/files/@lit/reactive-element/reactive-element.js',
])('serves %s', async (path) => {
  expect((await get(path)).status).toBe(200);
});

it.each([
  '/files/lit/package.json',
  '/files/lit/missing.js',
  '/files/lit/..%2fkoa/lib/application.js',
  '/files/lit/%2e%2e/koa/lib/application.js',
  '/files/koa/lib/application.js',
  '/files/sandbox/hosted/page/missing.ts',
  '/files/sandbox/hosted/hosted-pages.ts',
  '/files/sandbox/operator/page/..%2f..%2fmain.ts',
])('refuses %s', async (path) => {
  const { status } = await get(path);
  expect(status).toBeGreaterThanOrEqual(400);
});
