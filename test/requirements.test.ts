import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { entries } from '../server/config/entries.ts';
import { assumptionNames } from '../server/upstream/assumptions/schema.ts';
import { readMarks, readRequirements } from './requirements.ts';

const named = await readMarks();

it('names each requirement in some test', async () => {
  const rows = await readRequirements();
  expect(rows.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
});

it('names each id in one folder only, the lowest that decides it', async () => {
  const rows = new Map((await readRequirements()).map(({ id, parties }) => [id, parties]));
  const repeated = [...named].flatMap(([id, folders]) => {
    const parties = rows.get(id) ?? [];
    const owners = new Set(folders);
    // The sandbox is another program. A gap says how it decides what the specification leaves open, and what we accept.
    if (id.startsWith('GAP-') || (parties.includes('X') && parties.length > 1)) owners.delete('sandbox');
    // The rules for clients judge what goes over the wire. A test shows what does not.
    owners.delete('clients');
    // Page and server each do their part.
    if (parties.includes('W') && parties.length > 1) owners.delete('widget');
    return owners.size > 1 ? [`${id} in ${[...folders].join(', ')}`] : [];
  });
  expect(repeated).toEqual([]);
});

/** The last column of each row that the specification leaves open: what decides it. */
async function readDecisions(): Promise<{ id: string; kind: string; names: string[]; text: string }[]> {
  const markdown = await readFile(new URL('requirements.md', import.meta.url), 'utf8');
  return [...markdown.matchAll(/^\| (GAP-\d+) \|.*\| ((entry|setting|fixed:|drift)[^|]*) \|$/gm)].map(
    ([, id = '', text = '', kind = '']) => ({
      ...{ id, kind, text },
      names: [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    }),
  );
}

it('says what decides each silent place: an entry, a setting, a fixed choice with its reason, or drift', async () => {
  const decisions = await readDecisions();
  expect(decisions.map(({ id }) => id)).toEqual(
    Array.from({ length: 118 }, (_, n) => `GAP-${String(n + 1).padStart(2, '0')}`),
  );
  const fits = (pattern: string) => (name: string) =>
    pattern.endsWith('.*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  const namesOf = (kind: string) =>
    decisions.filter((decision) => decision.kind === kind).flatMap(({ names }) => names);
  const patterns = namesOf('entry');
  expect(patterns.filter((pattern) => !assumptionNames.some(fits(pattern)))).toEqual([]);
  expect(assumptionNames.filter((name) => !patterns.some((pattern) => fits(pattern)(name)))).toEqual([]);
  expect(namesOf('setting').filter((name) => !(name in entries.shape))).toEqual([]);
  expect(decisions.filter(({ kind, text }) => kind === 'fixed:' && text.length < 20)).toEqual([]);
});
