/** What editors read about the elements names all that they have. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, expect, it } from 'vitest';
import { writeEditorFiles } from '../../widget/build/editor-files.ts';
import { manifest } from '../../widget/build/manifest.ts';
import { readSources } from '../architecture/sources.ts';
import { readDocument } from '../support/documents.ts';
import { folderOfFile } from '../support/folders.ts';
import { root } from './install-packages.ts';

interface Named {
  name: string;
  description: string;
}

interface WebTypesElement extends Named {
  attributes: Named[];
  slots?: Named[];
  js: { events: Named[]; properties: Named[] };
}

const elements = manifest.modules.flatMap(({ declarations }) => declarations);
const namesOf = (named: readonly { name: string }[] = []) => named.map(({ name }) => name).toSorted();

const folder = folderOfFile();
beforeAll(() => writeEditorFiles(folder));
const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));

it('the manifest is one of the published schema', () => {
  const schema = createRequire(import.meta.url)('custom-elements-manifest/schema.json');
  const ajv = new Ajv({ allowUnionTypes: true });
  ajv.validate(schema, manifest);
  expect(ajv.errors ?? []).toEqual([]);
});

it('the manifest describes every element, attribute, event, slot and method', () => {
  expect(namesOf(elements.map(({ tagName }) => ({ name: tagName })))).toEqual([
    'dx-appointments',
    'dx-booking',
    'dx-handoff',
    'dx-physician-order',
  ]);
  for (const { description, attributes, events, slots, members } of elements)
    for (const one of [
      description,
      ...[...attributes, ...events, ...slots, ...members].map(({ description: text }) => text),
    ])
      expect(one).toMatch(/\w.*\.$/);
});

it('the manifest has each slot that a step shows, and so has the guide', async () => {
  const sources = (await readSources(root)).filter(({ path }) => path.startsWith('widget/'));
  const shown = sources.flatMap(({ text }) => [...text.matchAll(/<slot name="([\w-]+)"/g)]);
  const names = [...new Set(shown.map(([, name = '']) => name))].toSorted();
  expect(names.length).toBeGreaterThan(4);
  expect([...new Set(namesOf(elements.flatMap(({ slots }) => slots)))]).toEqual(names);
  const guide = await readDocument('widget/elements.md');
  for (const name of names) expect(guide).toContain(`\`${name}\``);
});

it('JetBrains reads every element, attribute, property, event and slot', async () => {
  const found: WebTypesElement[] = (await read('web-types.json')).contributions.html.elements;
  expect(namesOf(found)).toEqual(namesOf(elements.map(({ tagName }) => ({ name: tagName }))));
  for (const { tagName, attributes, events, slots, members } of elements) {
    const element = found.find(({ name }) => name === tagName);
    expect(namesOf(element?.attributes), tagName).toEqual(namesOf(attributes));
    expect(namesOf(element?.js.events), tagName).toEqual(namesOf(events));
    expect(namesOf(element?.slots), tagName).toEqual(namesOf(slots));
    expect(namesOf(element?.js.properties)).toEqual(
      expect.arrayContaining(namesOf(members.filter(({ kind }) => kind === 'field'))),
    );
  }
});

it('VS Code reads every element and attribute, and describes each event and slot', async () => {
  const found: (Named & { attributes: Named[] })[] = (await read('vscode.html-custom-data.json')).tags;
  expect(namesOf(found)).toEqual(namesOf(elements.map(({ tagName }) => ({ name: tagName }))));
  for (const { tagName, attributes, events, slots } of elements) {
    const tag = found.find(({ name }) => name === tagName);
    expect(namesOf(tag?.attributes), tagName).toEqual(namesOf(attributes));
    for (const { name, description } of [...events, ...slots])
      expect(tag?.description).toContain(`**${name}** - ${description}`);
  }
  const css: Named[] = (await read('vscode.css-custom-data.json')).properties;
  expect(namesOf(css)).toEqual(namesOf(elements[0]?.cssProperties));
});

it('package.json names each file that editors read', async () => {
  const { exports, customElements, ...named } = JSON.parse(await readDocument('widget/package.json'));
  expect([customElements, named['web-types']]).toEqual(['dist/custom-elements.json', 'dist/web-types.json']);
  const files = Object.keys(exports).filter((path) => path.endsWith('.json') && path !== './package.json');
  for (const path of files) expect(exports[path]).toBe(path.replace('./', './dist/'));
  expect(files.toSorted()).toEqual(
    ['custom-elements', 'vscode.css-custom-data', 'vscode.html-custom-data', 'web-types'].map(
      (name) => `./${name}.json`,
    ),
  );
});
