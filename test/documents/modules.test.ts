/** CONTRIBUTING lists every module, and the layers that the architecture test enforces. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { layers } from '../architecture/modules.ts';
import { readDocument, sectionOf, tableRows } from '../support/documents.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rows = async () => tableRows(sectionOf(await readDocument('CONTRIBUTING.md'), '### Modules'));
/** The folders among the names in a cell. */
const foldersIn = (cell = '') =>
  [...cell.matchAll(/`((?:server|widget)\/[\w-]+)\/`/g)].map(([, name = '']) => name).toSorted();
const isLayer = ([cell = '']: string[]) => /^\d+$/.test(cell);

it('lists every folder of the server and of the widget', async () => {
  const found = globSync('{server,widget}/*/', { cwd: root }).map((path) => path.replace(/\/$/, ''));
  const folders = found.filter((path) => !/\/(?:dist|node_modules)$/.test(path));
  const listed = (await rows()).filter((row) => !isLayer(row)).flatMap(([cell]) => foldersIn(cell));
  expect(listed.toSorted()).toEqual(folders.toSorted());
});

it('lists the layers of the server, from the top', async () => {
  const listed = (await rows()).filter(isLayer).map(([, cell]) => foldersIn(cell));
  const enforced = layers.map((layer) => layer.filter((name) => !name.endsWith('.ts')).toSorted());
  expect(listed.filter((folders) => folders.length > 0)).toEqual(
    enforced.filter((folders) => folders.length > 0).toReversed(),
  );
});
