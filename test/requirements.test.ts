import { expect, it } from 'vitest';
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
    // Page and server each do their part.
    if (parties.includes('W') && parties.length > 1) owners.delete('widget');
    return owners.size > 1 ? [`${id} in ${[...folders].join(', ')}`] : [];
  });
  expect(repeated).toEqual([]);
});
