/** Every link, path and npm script in a document leads somewhere. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { deadLinks } from '../support/dead-links.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = globSync(['*.md', '.github/**/*.md', '{server,widget,examples,test}/**/*.md'], {
  cwd: root,
}).filter((path) => !path.includes('node_modules'));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };

/** Paths from the root that a document names in code: `server/config/config.ts`. */
function deadPaths(text: string): string[] {
  const named = [...text.matchAll(/`((?:server|widget|examples|test)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  const run = [
    ...text.matchAll(/(?:node|vitest run|--config|--files) ((?:server|widget|examples|test)\/[\w./-]+)/g),
  ];
  return [...named, ...run.map(([, path = '']) => path)].filter((path) => !existsSync(join(root, path)));
}

const missingScripts = (text: string) =>
  [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)]
    .map(([, script = '']) => script)
    .filter((script) => !(script in scripts));

it.each(documents)('%s names only files, headings and scripts that exist', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  expect([...deadLinks(root, path, text), ...deadPaths(text), ...missingScripts(text)]).toEqual([]);
});

it('finds a link, a heading, a path and a script that do not exist', () => {
  const text = '[a](gone.md) [b](README.md#gone) `server/gone.ts` `npm run gone`\n## Here\n[c](#here)';
  expect(deadLinks(root, 'README.md', text)).toEqual(['gone.md', 'README.md#gone', '#here']);
  expect(deadPaths(text)).toEqual(['server/gone.ts']);
  expect(missingScripts(text)).toEqual(['gone']);
});
