/** The message catalogue: notes for translators, no dead messages, and translations with the same keys and places. */
import { glob, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { englishTexts, type Message, type Texts } from './english-texts.ts';

/** The catalogue fills these itself. */
const wordPlaces = ['clinic', 'clinics', 'Clinic', 'Clinics'];

async function textsOf(
  pattern: string,
  accepts: (path: string) => boolean = () => true,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const path of glob(pattern, { exclude: ['**/dist/**', '**/node_modules/**'] }))
    if (accepts(path)) texts.set(path, await readFile(path, 'utf8'));
  return texts;
}

const sources = await textsOf('widget/locales/**/*.ts');

const areas = await englishTexts(sources);

/** The words of a text, without its places, digits and signs. */
const wordsIn = (text: string) =>
  text
    .replace(/\{\w+\}/g, '')
    .match(/\p{L}+/gu)
    ?.join(' ') ?? '';
/** Words that German or Spanish shares with English, names, and texts without words. */
const sharedWords = new Set(['', 'Fax', 'NPI', 'Name', 'No', 'Test', 'Total', 'VO Max', 'kB']);
const textsIn = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));
/** The places that a caller fills. `count` may be left out of a form such as "one hour". */
const placesIn = (message: Message) =>
  [
    ...new Set(
      textsIn(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place)),
    ),
  ]
    .filter((place) => !wordPlaces.includes(place))
    .sort();

it('has a note for translators at each message, or at the first of a group', () => {
  const missing: string[] = [];
  for (const [path, text] of sources) {
    const { program, comments } = parseSync(path, text);
    for (const statement of program.body) {
      if (
        statement.type !== 'ExportNamedDeclaration' ||
        statement.declaration?.type !== 'VariableDeclaration'
      )
        continue;
      const [declarator] = statement.declaration.declarations;
      const texts = declarator?.init;
      const isArea =
        texts?.type === 'CallExpression' && text.slice(texts.callee.start, texts.callee.end) === 'catalogue';
      const object = isArea ? texts.arguments[1] : texts?.type === 'TSAsExpression' ? texts.expression : null;
      if (object?.type !== 'ObjectExpression') continue;
      object.properties.forEach(({ start }, index) => {
        const hasNote = comments.some(({ end }) => end < start && text.slice(end, start).trim() === '');
        const before = text.slice(object.properties[index - 1]?.end ?? start, start);
        const startsGroup = index === 0 || /\n\s*\n/.test(before);
        if (!hasNote && startsGroup) missing.push(`${path}: ${text.slice(start, text.indexOf('\n', start))}`);
      });
    }
  }
  expect(missing).toEqual([]);
});

it('has no message that nothing uses', async () => {
  const users = await textsOf(
    '{widget,server/contract}/**/*.ts',
    (path) => !path.startsWith('widget/locales/en/'),
  );
  const text = [...users.values()].join('\n');
  // A key that is put together from a part and a value, such as `phase_${name}` or `${code}_text`.
  const prefixes = [...text.matchAll(/`(\w{3,})\$\{/g)].map(([, part = '']) => part);
  const suffixes = [...text.matchAll(/\}(_\w{3,})`/g)].map(([, part = '']) => part);
  const isBuilt = (key: string) =>
    prefixes.some((part) => key.startsWith(part)) || suffixes.some((part) => key.endsWith(part));
  const used = new Set(text.match(/\w+/g));
  const unused = Object.entries(areas).flatMap(([area, messages]) =>
    Object.keys(messages)
      .filter((key) => !used.has(key) && !isBuilt(key))
      .map((key) => `${area}.${key}`),
  );
  expect(unused).toEqual([]);
});

describe.each(['ar', 'de', 'es'])('the translation %s', async (language) => {
  const parts: Texts[] = [];
  for (const path of sources.keys())
    if (path.startsWith(`widget/locales/${language}/`))
      parts.push((await import(pathToFileURL(path).href)).default);
  const translation: Texts = Object.assign({}, ...parts);
  // A file that nobody has filled yet is empty. The types name the areas of each file.
  const isFilled = parts.every((part) => Object.keys(part).length > 0);
  const expected = Object.fromEntries(
    Object.entries(areas).filter(([area]) => isFilled || area in translation),
  );

  it('has the areas and keys of the English texts', () => {
    const keys = (texts: Texts) =>
      Object.entries(texts)
        .flatMap(([area, messages]) => Object.keys(messages).map((key) => `${area}.${key}`))
        .sort();
    expect(keys(translation)).toEqual(keys(expected));
  });

  it('has the places of the English texts', () => {
    const places = (texts: Texts) =>
      Object.entries(expected).flatMap(([area, messages]) =>
        Object.keys(messages).map(
          (key) => `${area}.${key}: ${placesIn(texts[area]?.[key] ?? '').join(', ')}`,
        ),
      );
    expect(places(translation)).toEqual(places(expected));
  });

  it('has the plural forms of its language where English has plurals, and no empty text', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[];
    for (const [area, messages] of Object.entries(expected))
      for (const [key, message] of Object.entries(messages)) {
        const translated = translation[area]?.[key] ?? '';
        const name = `${area}.${key}`;
        expect(typeof translated, name).toBe(typeof message);
        for (const text of textsIn(translated)) expect(text.trim(), name).not.toBe('');
        if (typeof translated === 'string') continue;
        expect(Object.keys(translated), name).toContain('other');
        for (const form of Object.keys(translated)) expect(forms, name).toContain(form);
      }
  });

  it('says no sentence in English', () => {
    const same = Object.entries(expected).flatMap(([area, messages]) =>
      Object.entries(messages)
        .filter(([key, message]) => {
          const english = new Set(textsIn(message).map(wordsIn));
          return textsIn(translation[area]?.[key] ?? '')
            .map(wordsIn)
            .some((words) => english.has(words) && !sharedWords.has(words));
        })
        .map(([key, message]) => `${area}.${key}: ${textsIn(message).join(' | ')}`),
    );
    expect(same).toEqual([]);
  });
});
