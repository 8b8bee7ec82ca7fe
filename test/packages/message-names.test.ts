/** The names of messages in the package are those of the catalogue. */
import { spawnSync } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { englishTexts } from '../widget/english-texts.ts';

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

it('are what widget/package/message-names.ts has; run this test with -u to write it', async () => {
  const sources = new Map<string, string>();
  for await (const file of glob(path('widget/locales/{catalogue,en/*}.ts')))
    sources.set(file, await readFile(file, 'utf8'));
  const areas = Object.entries(await englishTexts(sources))
    .map(([area, texts]) => [area, Object.keys(texts).sort()] as const)
    .sort(([one], [other]) => one.localeCompare(other));
  const source = `/** The names of all messages by area. \`vitest run test/packages/message-names.test.ts -u\` writes this file. */
export const messageNames = ${JSON.stringify(Object.fromEntries(areas))} as const;

type Names = typeof messageNames;

/** The name of a message: its area and its key, such as \`times.heading\`. */
export type MessageName = { [Area in keyof Names]: \`\${Area}.\${Names[Area][number]}\` }[keyof Names];
`;
  const { stdout } = spawnSync(
    path('node_modules/.bin/biome'),
    ['format', '--stdin-file-path', 'message-names.ts'],
    { input: source, encoding: 'utf8', cwd: path('.') },
  );
  await expect(stdout).toMatchFileSnapshot(path('widget/package/message-names.ts'));
});
