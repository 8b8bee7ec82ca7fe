/** The names of messages in the package are those of the catalogue. */
import { spawnSync } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

/** The keys of each area, in the order of the alphabet. */
async function keysByArea(): Promise<Record<string, string[]>> {
  const areas: Record<string, string[]> = {};
  for await (const file of glob(path('widget/locales/{catalogue,en/*}.ts'))) {
    const module: Record<string, { english: object }> = await import(pathToFileURL(file).href);
    const text = await readFile(file, 'utf8');
    for (const [, variable = '', area = ''] of text.matchAll(/export const (\w+) = catalogue\('(\w+)'/g))
      areas[area] = Object.keys(module[variable]?.english ?? {}).sort();
  }
  return Object.fromEntries(Object.entries(areas).sort(([a], [b]) => a.localeCompare(b)));
}

it('are what widget/package/message-names.ts has; run this test with -u to write it', async () => {
  const areas = await keysByArea();
  const source = `/** The names of all messages by area. \`vitest run test/packages/message-names.test.ts -u\` writes this file. */
export const messageNames = ${JSON.stringify(areas)} as const;

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
