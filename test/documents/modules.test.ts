/** CONTRIBUTING lists every module, and layers that the code keeps. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readSources } from '../architecture/sources.ts';
import { readDocument, sectionOf, tableRows } from '../support/documents.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const named = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const modules = async () => tableRows(sectionOf(await readDocument('CONTRIBUTING.md'), '### Modules'));

it('lists every folder of the server and of the widget', async () => {
  const folders = globSync('{server,widget}/*/', { cwd: root }).map((path) => `${path.replace(/\/$/, '')}/`);
  const listed = (await modules())
    .flatMap(([cell]) => named(cell))
    .filter((name) => /^(server|widget)\/[\w-]+\/$/.test(name));
  expect([...new Set(listed)].toSorted()).toEqual(folders.toSorted());
});

it('lists layers in which each module imports only from lower ones', async () => {
  const layers = (await modules()).filter(([layer]) => /^\d$/.test(layer ?? ''));
  const layerOf = (path: string) =>
    Number(layers.find(([, cell]) => named(cell).some((name) => path.startsWith(name)))?.[0]);
  const moduleOf = (path: string) => /^server\/[\w-]+(\/|\.ts$)/.exec(path)?.[0] ?? path;
  const breaches = (await readSources(root))
    .filter(({ path }) => path.startsWith('server/') && !path.startsWith('server/sandbox/'))
    .flatMap(({ path, imports }) =>
      imports
        .flatMap(({ target }) => target ?? [])
        .filter((target) => target.startsWith('server/') && moduleOf(target) !== moduleOf(path))
        .filter((target) => !(layerOf(target) < layerOf(path)))
        .map((target) => `${path} imports ${target}`),
    );
  expect(breaches).toEqual([]);
});
