/**
 * Divides the texts in a build, so that a page loads each text with the code that shows it, and no note for translators.
 * The sources have all English texts in one module, `texts/english.ts`.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { areaTexts } from '../texts/english-texts.ts';
import { messageNames } from '../texts/message-names.ts';
import { problemTexts } from '../texts/problem-texts.ts';
import { words } from '../texts/words.ts';

/** Imports of `texts/english.ts`, with the names and the path. */
const english = /import \{\s([^}]+?),?\s\} from '([./]*\/texts\/english\.ts)';/g;

/** @returns the code with an import for each area */
export const withAreas = (code: string): string =>
  code.replace(english, (_, names: string, path: string) =>
    names
      .split(',')
      .map((name) => `import { ${name.trim()} } from '${path}?area=${name.trim().split(' ')[0]}';`)
      .join(' '),
  );

/** Modules that have a few of the texts, or only their names. */
const constants: Record<string, object> = {
  'message-names.ts': { messageNames },
  'problem-texts.ts': { problemTexts },
  'words.ts': { words },
};

/** @returns what a module of `texts/` is in a build; null if it is as in the sources. @throws Error for an unknown area */
export function builtText(id: string): string | null {
  const [path = ''] = id.split('?');
  if (!path.includes('/widget/texts/')) return null;
  if (path.endsWith('.json')) return withoutNotes(readFileSync(path, 'utf8'));
  const file = basename(path);
  const [constant] = Object.entries(constants[file] ?? {});
  if (constant) return `export const ${constant[0]} = ${JSON.stringify(constant[1])};`;
  if (file !== 'english.ts') return null;
  const area = /\?area=(\w+)/.exec(id)?.[1] ?? '';
  const texts = areaTexts(area);
  if (Object.keys(texts).length === 0) throw new Error(`${id} names no area of the texts`);
  return `import { catalogue } from './catalogue.ts';
export const ${area} = catalogue('${area}', ${JSON.stringify(texts)});`;
}

/** A file of a language, without what tools for translators add. */
function withoutNotes(json: string): string {
  const texts = Object.entries(JSON.parse(json)).filter(([name]) => !name.startsWith('@'));
  return JSON.stringify(Object.fromEntries(texts));
}

/** The plugin of both builds. */
export function divideTexts(): Plugin {
  return {
    name: 'divide-texts',
    apply: 'build',
    // It reads the imports as they are in the sources.
    enforce: 'pre',
    load: (id) => builtText(id),
    transform: {
      filter: { id: /\/widget\/.*\.ts(?:\?|$)/ },
      handler: (code) => (code.includes('/texts/english.ts') ? { code: withAreas(code), map: null } : null),
    },
  };
}
