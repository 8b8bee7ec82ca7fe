/** The documents for reviewers agree with the code: algorithms, tables, and what is deleted. */
import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { signingAlgorithm } from '../../server/config/kinds.ts';
import { readSources } from '../architecture/sources.ts';
import { root } from '../operate/deploy/dockerfile.ts';
import { codeBlocks, readDocument, sectionOf, tableRows } from '../support/documents.ts';

const guide = 'server/compliance.md';
const text = await readDocument(guide);
const rowsOf = (heading: string) => tableRows(sectionOf(text, `## ${heading}`));
const fileOf = (cell: string) => normalize(join('server', /\]\((.*)\)/.exec(cell)?.[1] ?? ''));

it.each(rowsOf('Cryptography'))(
  '%s: the code uses %s',
  (_purpose, algorithms = '', _key, _change, code = '') => {
    const source = readFileSync(join(root, fileOf(code)), 'utf8');
    const named = [...algorithms.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => name === name.toLowerCase() || /\d/.test(name)).length).toBeGreaterThan(0);
    // AES is used through its module, and the algorithm of widget tokens by the name that the settings check.
    const throughNames = { encryptBytes: 'aes-256-gcm', signingAlgorithm };
    const used = Object.entries(throughNames).filter(([name]) => source.includes(name));
    const uses = `${source} ${used.map(([, algorithm]) => `'${algorithm}'`)}`;
    for (const name of named.filter((each) => each !== 'STORE_KEYS' && each !== 'TOKEN_KEYS'))
      expect(uses, name).toMatch(new RegExp(`['"]${name}['"]`));
  },
);

it('lists each file of the server that hashes, signs or encrypts', async () => {
  const listed = rowsOf('Cryptography').map((row) => fileOf(row.at(-1) ?? ''));
  const others = [
    // Names of files and addresses: nothing secret.
    ...['server/api/http/widget-files.ts', 'server/partner/events/receivers.ts'],
    // The hash by which a policy allows the import map of a page.
    'server/core/pages/page-document.ts',
    // The hash of a document that the service asks for.
    'server/booking/evidence/documents.ts',
    // The last request of a booking, within its encrypted state, and the revision of a choice.
    ...['server/booking/journey/requests.ts', 'server/booking/journey/new-journey.ts'],
    // Keys of maps in memory, and digests that are compared and dropped.
    ...['server/api/tokens/proof.ts', 'server/api/tokens/replay.ts', 'server/api/tokens/token-router.ts'],
  ];
  const sources = (await readSources(root)).filter(
    ({ path }) => path.startsWith('server/') && !/^server\/(sandbox|operate\/(cli|conformance))\//.test(path),
  );
  const found = sources
    .filter(({ path }) =>
      /\b(createHash|createHmac|createCipheriv|hkdfSync|hash)\(/.test(readFileSync(join(root, path), 'utf8')),
    )
    .map(({ path }) => path);
  expect(found.filter((path) => !listed.includes(path) && !others.includes(path))).toEqual([]);
});

it('maps each table of the database', async () => {
  const columns = await readDocument('server/core/store/README.md');
  const tables = new Set([...columns.matchAll(/^\| `(\w+)\.\w+` \|/gm)].map(([, table]) => `\`${table}\``));
  expect(
    rowsOf('Data map')
      .map(([table]) => table)
      .toSorted(),
  ).toEqual([...tables].toSorted());
});

it('says that rows are deleted only where the server deletes them', async () => {
  const sources = (await readSources(root)).filter(({ path }) => path.startsWith('server/'));
  const code = sources.map(({ path }) => readFileSync(join(root, path), 'utf8')).join('\n');
  for (const [table = '', , kept = ''] of rowsOf('Data map')) {
    const name = table.replaceAll('`', '');
    const isDeleted = [`deleteFrom('${name}')`, `remove(store.db, '${name}'`].some((call) =>
      code.includes(call),
    );
    if (kept === 'No automatic deletion' && table !== '`writes`') expect(isDeleted, table).toBe(false);
    if (/^(Until|30 days|One hour)/.test(kept)) expect(isDeleted, table).toBe(true);
  }
});

it('has a data flow diagram that names no unknown node', () => {
  const [diagram = ''] = codeBlocks(text, 'mermaid');
  const nodes = new Set([...diagram.matchAll(/^\s+(?:subgraph )?(\w+)[[(]/gm)].map(([, name]) => name));
  const ends = [...diagram.matchAll(/^\s+(\w+) (?:--|-\.).*?(?:-->|\.->) (\w+)$/gm)].flatMap(([, a, b]) => [
    a,
    b,
  ]);
  expect(ends.length).toBeGreaterThan(10);
  expect(ends.filter((name) => !nodes.has(name))).toEqual([]);
});
