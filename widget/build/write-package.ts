/**
 * Writes into `widget/dist/` what the package has beside its build: a manifest of the elements and the files that editors read,
 * the declarations of its entries, and what Node imports. npm runs it before it packs, after `npm run build` and
 * `tsc -p widget/package/tsconfig.build.json`.
 */
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messageNames } from '../texts/message-names.ts';
import { collectDeclarations } from './declarations.ts';
import { writeEditorFiles } from './editor-files.ts';
import { manifest } from './manifest.ts';

const here = (path: string) => new URL(`../${path}`, import.meta.url);

const built = ['cdn', 'elements', 'emitted'];
for (const name of readdirSync(here('dist')))
  if (!built.includes(name)) rmSync(here(`dist/${name}`), { recursive: true });
writeFileSync(here('dist/custom-elements.json'), `${JSON.stringify(manifest)}\n`);
writeEditorFiles(fileURLToPath(here('dist')));
// Node and other runtimes without a DOM import it in place of an element.
writeFileSync(here('dist/entry.js'), 'export {};\n');
const emitted = fileURLToPath(here('dist/emitted'));
const entries = ['entry', 'client', 'react', 'solid', 'svelte', 'vue'];
collectDeclarations(
  emitted,
  fileURLToPath(here('dist/types')),
  entries.map((name) => `widget/package/${name}.ts`),
  messageNames,
);
rmSync(emitted, { recursive: true });
copyFileSync(here('../LICENSE'), here('LICENSE'));
