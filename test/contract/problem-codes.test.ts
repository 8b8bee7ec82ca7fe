/** Types hold that the server raises only listed codes; here, that it raises each of them. */
import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { problemCodes } from '../../server/contract/problem-codes.ts';

const list = 'server/contract/problem-codes.ts';

async function sourcesOfProblems(): Promise<string> {
  const texts: string[] = [];
  for await (const path of glob('server/**/*.ts', { exclude: ['server/sandbox/**', '**/dist/**'] })) {
    const text = await readFile(path, 'utf8');
    if (path !== list && /\b(?:Problem|ProblemCode)\b/.test(text)) texts.push(text);
  }
  return texts.join('\n');
}

it('lists no problem code that the server never raises', async () => {
  const sources = await sourcesOfProblems();
  const unraised = Object.keys(problemCodes).filter((code) => !sources.includes(`'${code}'`));
  expect(unraised).toEqual([]);
});

it('gives each code an error status, a title and a remedy in whole sentences', () => {
  for (const [code, { status, title, remedy }] of Object.entries(problemCodes)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(status, code).toBeLessThan(600);
    for (const sentence of [title, remedy]) expect(sentence, code).toMatch(/^[A-Z`].*[.]$/);
  }
});
