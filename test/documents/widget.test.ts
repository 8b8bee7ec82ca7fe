/** The widget's guides list events, custom properties, parts and languages as the code has them. */
import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { handoffStates } from '../../server/contract/handoff-api.ts';
import { stepNames } from '../../server/contract/journey-api/steps.ts';
import { testTypes } from '../../server/contract/upstream-api/test-types.ts';
import { limits } from '../../widget/build/budgets.ts';
import { brotli } from '../../widget/build/write-release.ts';
import { supportedTag } from '../../widget/texts/language.ts';
import * as languageFiles from '../../widget/texts/language-files.ts';
import { messageNames } from '../../widget/texts/message-names.ts';
import { tokens } from '../../widget/ui/tokens.ts';
import { codeBlocks, readDocument, sectionOf, tableRows } from '../support/documents.ts';

const elements = () => readDocument('widget/elements.md');
const styling = () => readDocument('widget/styling.md');
const languages = () => readDocument('widget/languages.md');
const quoted = (cell = '') => cell.replaceAll('`', '');

async function widgetSources(files = 'widget/**/*.ts'): Promise<string[]> {
  const texts: string[] = [];
  for await (const path of glob(files, {
    cwd: new URL('../..', import.meta.url),
    exclude: ['**/dist/**'],
  }))
    texts.push(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'));
  return texts;
}

const namesIn = (source: string, pattern: RegExp) =>
  [...new Set([...source.matchAll(pattern)].map(([, name = '']) => name))].sort();

/** The rows of the events' tables with so many cells. */
const rowsOf = async (cells: number) =>
  tableRows(sectionOf(await elements(), '## Events')).filter((row) => row.length === cells);

it('lists every event of the public types', async () => {
  const rows = await rowsOf(4);
  const sources = await widgetSources('widget/{core,journey,appointments,physician,handoff}/public-types.ts');
  expect(sources).toHaveLength(5);
  const documented = namesIn(sources.join('\n'), /^ {2}'(dx-[\w-]+)': \{/gm);
  expect(rows.map(([name]) => quoted(name)).toSorted()).toEqual(documented);
});

it('lists every custom property with its default', async () => {
  const rows = tableRows(await styling()).filter(([name]) => name?.startsWith('`--dx-'));
  const names = namesIn(tokens.cssText, /var\((--dx-[\w-]+)/g);
  expect(rows.map(([name]) => quoted(name)).toSorted()).toEqual(names);
  const colours = [...tokens.cssText.matchAll(/var\((--dx-[\w-]+),light-dark\((#\w+),(#\w+)\)\)/g)];
  for (const [, name, light, dark] of colours)
    expect(rows.find(([cell]) => quoted(cell) === name)?.[1]).toBe(`\`${light}\` light, \`${dark}\` dark`);
});

it('lists every part that an element has, and no other', async () => {
  const rows = tableRows(await styling()).filter(([name]) => name?.startsWith('`<dx-'));
  const listed = [...new Set(rows.map(([, part]) => quoted(part)))].sort();
  const source = (await widgetSources()).join('\n');
  const rendered = [
    ...namesIn(source, /\bpart=(?:"|\$\{[^'}]*')([\w-]+)/g),
    ...namesIn(source, /(?:\.part|setAttribute\('part',) ?[=(]? ?'([\w-]+)'/g),
  ];
  expect(listed).toEqual([...new Set(rendered)].toSorted());
});

it('lists every test that `test-types` can name', async () => {
  expect(await elements()).toContain(testTypes.map((name) => `\`${name}\``).join(', '));
});

it('lists every step that an event names', async () => {
  const steps = new Map((await rowsOf(2)) as [string, string][]);
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  expect(steps.get('`dx-step`')).toBe(list(stepNames));
  expect(steps.get('`dx-handoff-step`')).toContain(list(handoffStates));
});

it('lists every language, with the formats that it has', async () => {
  const rows = tableRows(await languages()).filter((row) => row.length === 3);
  const known = ['en', ...Object.keys(languageFiles.everyElementFiles)];
  const listed = rows.map(([, lang, formats]) => [quoted(lang), quoted(formats)]);
  expect(listed.toSorted()).toEqual(known.map((lang) => [lang, supportedTag(lang)]).toSorted());
});

it('replaces texts in its example that the widget has', async () => {
  const [example = ''] = codeBlocks(sectionOf(await languages(), '## Replace texts'), 'js');
  const names = namesIn(example, /'(\w+\.\w+)'/g);
  expect(names.length).toBeGreaterThan(0);
  expect(messageNames).toEqual(expect.arrayContaining(names));
});

it('gives the largest size of each element, as the build limits it', async () => {
  const sizes = [...(await elements()).matchAll(/in\s+one request of at most (\d+) kB/g)].map(
    ([, size]) => size,
  );
  const { appointmentsBytes, physicianBytes, handoffBytes } = limits;
  expect(sizes).toEqual(
    [appointmentsBytes, physicianBytes, handoffBytes].map((bytes) => `${Math.ceil(bytes / 1000)}`),
  );
});

it('gives the largest size of a file of a language', async () => {
  const [, kilobytes] = /at most (\d+) kB/.exec(await languages()) ?? [];
  const files = Object.values(languageFiles).flatMap((part) => Object.values(part));
  for (const load of files) {
    const { default: texts } = await load();
    expect(brotli(Buffer.from(JSON.stringify(texts))).length).toBeLessThanOrEqual(Number(kilobytes) * 1000);
  }
});
