/** Every link, path and npm script in a document leads somewhere. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = globSync(['*.md', '.github/**/*.md', '{server,widget,examples,test}/**/*.md'], {
  cwd: root,
}).filter((path) => !path.includes('node_modules'));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };

/** As GitHub names the anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));

/** What of a document leads nowhere. */
function deadLinks(path: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', hash] = target.split('#');
      const at = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(root, at))) return true;
      return hash !== undefined && !anchorsOf(readFileSync(join(root, at), 'utf8')).includes(hash);
    });
}

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
  expect([...deadLinks(path, text), ...deadPaths(text), ...missingScripts(text)]).toEqual([]);
});

it('finds a link, a heading, a path and a script that do not exist', () => {
  const text = '[a](gone.md) [b](README.md#gone) `server/gone.ts` `npm run gone`\n## Here\n[c](#here)';
  expect(deadLinks('README.md', text)).toEqual(['gone.md', 'README.md#gone', '#here']);
  expect(deadPaths(text)).toEqual(['server/gone.ts']);
  expect(missingScripts(text)).toEqual(['gone']);
});
