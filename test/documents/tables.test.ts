/** The tables and lists of the guides agree with the code. */

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hookEntries, entries as otherEntries } from '../../server/config/entries.ts';
import { type ProblemDefinition, problemCodes } from '../../server/contract/problem-codes.ts';
import type { Operation } from '../../server/contract/server-api/operation.ts';
import { operations } from '../../server/contract/server-api/operations.ts';
import { encryptedTables } from '../../server/core/store/encrypted-columns.ts';
import { recordKinds } from '../../server/operate/record-kinds.ts';
import { settings, settingsAtStart } from '../../server/sandbox/settings.ts';
import { layers, modules } from '../architecture/modules.ts';
import { readDocument, sectionOf, tableRows } from '../support/documents.ts';
import { newTestStore, storeKinds } from '../support/test-stores.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entries = otherEntries.extend(hookEntries.shape);

/** As the table writes what a setting is where it is not set. */
function defaultOf(schema: (typeof entries)['shape'][keyof (typeof entries)['shape']]): string {
  const read = schema.safeParse(undefined);
  if (!read.success) return 'required';
  const value = read.data as unknown;
  // The file of assumptions is read: its default is the defaults of its entries.
  const isRead = typeof value === 'object' && !Array.isArray(value);
  const text = isRead ? '' : `${value ?? ''}`;
  return text === '' ? 'none' : `\`${text}\``;
}

it('the guide lists every setting of the server with its default', async () => {
  const rows = tableRows(sectionOf(await readDocument('server/README.md'), '## Settings'));
  expect(rows.map(([name, , value]) => [name, value]).toSorted()).toEqual(
    Object.entries(entries.shape)
      .map(([name, schema]) => [`\`${name}\``, defaultOf(schema)])
      .toSorted(),
  );
});

it('the guide lists every setting of the sandbox with its default', async () => {
  const rows = tableRows(sectionOf(await readDocument('server/sandbox/README.md'), '## Settings'));
  const atStart = settingsAtStart();
  expect(rows.map(([name, value]) => [name, value])).toEqual(
    Object.keys(settings.shape).map((name) => [
      `\`${name}\``,
      `\`${JSON.stringify(atStart[name as keyof typeof atStart])}\``,
    ]),
  );
});

it('lists every problem code with its status, title and remedy', async () => {
  const rows = tableRows(await readDocument('server/problem-codes.md')).filter((cells) => cells.length === 4);
  const codes: [string, ProblemDefinition][] = Object.entries(problemCodes);
  expect(rows).toEqual(
    codes.map(([code, { status, title, remedy }]) => [`\`${code}\``, `${status}`, title, remedy]),
  );
});

it('the guide lists every kind of record of an export', async () => {
  const rows = tableRows(sectionOf(await readDocument('server/customer-data.md'), '## Export'));
  expect(rows.map(([kind]) => kind).toSorted()).toEqual(
    recordKinds.map(({ kind }) => `\`${kind}\``).toSorted(),
  );
});

it('the guide lists what each operation records', async () => {
  const rows = tableRows(sectionOf(await readDocument('server/access-log.md'), '## Recorded requests'));
  const listed = rows
    .filter(([request = '']) => request.startsWith('`'))
    .map(([request = '', record = '', action = '']) => [request, record, action].join(' ').trim());
  const declared = Object.entries<Operation>(operations).map(([name, { access }]) =>
    'none' in access
      ? `\`${name}\` ${access.none.charAt(0).toUpperCase()}${access.none.slice(1)}.`
      : `\`${name}\` \`${access.record}\` \`${access.action}\``,
  );
  expect(listed.toSorted()).toEqual(declared.toSorted());
});

describe('CONTRIBUTING', () => {
  const rows = async () => tableRows(sectionOf(await readDocument('CONTRIBUTING.md'), '### Modules'));
  /** The folders among the names in a cell. */
  const foldersIn = (cell = '') =>
    [...cell.matchAll(/`((?:server|widget)\/[\w/-]+)\/`/g)].map(([, name = '']) => name).toSorted();
  const isLayer = ([cell = '']: string[]) => /^\d+$/.test(cell);

  it('lists every module of the server and of the widget', async () => {
    const listed = (await rows()).filter((row) => !isLayer(row)).flatMap(([cell]) => foldersIn(cell));
    expect(listed.toSorted()).toEqual(Object.keys(modules).toSorted());
  });

  it('knows every folder of the server and of the widget', () => {
    const found = globSync('{server,widget}/*/', { cwd: root }).map((path) => path.replace(/\/$/, ''));
    const folders = found.filter((path) => !/\/(?:dist|node_modules)$/.test(path));
    const known = (folder: string) =>
      Object.keys(modules).some((name) => `${name}/`.startsWith(`${folder}/`));
    expect(folders.filter((folder) => !known(folder))).toEqual([]);
  });

  it('lists the layers of the server, from the top', async () => {
    const listed = (await rows()).filter(isLayer).map(([, cell]) => foldersIn(cell));
    const enforced = layers.map((layer) => layer.filter((name) => !name.endsWith('.ts')).toSorted());
    expect(listed.filter((folders) => folders.length > 0)).toEqual(
      enforced.filter((folders) => folders.length > 0).toReversed(),
    );
  });
});

describe('The examples’ guide', () => {
  it('installs what the examples import', async () => {
    const { dependencies, devDependencies } = JSON.parse(await readDocument('package.json'));
    const versions: Record<string, string> = { ...dependencies, ...devDependencies };
    const sources = globSync('examples/{full-api,co-branded,site}/*.ts', { cwd: root }).filter(
      (path) => !path.endsWith('vite.config.ts'),
    );
    const imported = sources.flatMap((path) =>
      [...readFileSync(root + path, 'utf8').matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)['/]/g)].map(
        ([, name = '']) => name,
      ),
    );
    const packages = [...new Set(imported)].filter((name) => name in versions);
    const [, installed = ''] = /^npm install (.+)$/m.exec(await readDocument('examples/README.md')) ?? [];
    expect(installed.split(' ').toSorted()).toEqual(
      packages.map((name) => `${name}@${versions[name]}`).toSorted(),
    );
  });
});

describe('The list of columns', () => {
  const text = readFileSync(new URL('../../server/core/store/README.md', import.meta.url), 'utf8');
  const listed = [...text.matchAll(/^\| `(\w+\.\w+)` \| (clear|encrypted) \|(.*)\|$/gm)].map(
    ([, column = '', stored, reason = '']) => ({ column, stored, reason: reason.trim() }),
  );
  const namesOf = (stored: string) =>
    listed
      .filter((row) => row.stored === stored)
      .map(({ column }) => column)
      .toSorted();

  it.each(storeKinds)('it lists each column of each table once, on %s', async (kind) => {
    const { db } = await newTestStore(kind);
    const columns = (await db.introspection.getTables()).flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}`),
    );
    expect(listed.map(({ column }) => column).toSorted()).toEqual(columns.toSorted());
  });

  it('every column listed as encrypted is encrypted, and every other has a reason', () => {
    const encrypted = Object.entries(encryptedTables).flatMap(([table, { columns }]) =>
      columns.map((column) => `${table}.${column}`),
    );
    expect(namesOf('encrypted')).toEqual([...encrypted, 'customer_keys.wrapped_key'].toSorted());
    expect(listed.filter(({ stored, reason }) => stored === 'clear' && reason === '')).toEqual([]);
  });

  it('states how often a key may be used', () => {
    expect(text).toMatch(/fewer than 2\^32 values/);
  });
});
