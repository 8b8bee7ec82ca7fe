/** The messages of every language: the same names and placeholders, the plural forms it needs, and none that is unused. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { times } from '../../widget/texts/english.ts';
import { supportedTag } from '../../widget/texts/language.ts';
import { messageNames } from '../../widget/texts/message-names.ts';
import { speak, spoken } from '../../widget/texts/spoken.ts';

type Texts = Record<string, string>;
type Note = { description?: string; placeholders?: Record<string, { type?: string }> };

const languages = readdirSync('widget/texts', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);
const filesOf = (language: string): string[] => readdirSync(`widget/texts/${language}`).sort();
const read = (language: string, file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`widget/texts/${language}/${file}`, 'utf8'));
/** The texts of one file by name, without notes. */
const textsIn = (language: string, file: string): Texts =>
  Object.fromEntries(Object.entries(read(language, file)).filter(([name]) => !name.startsWith('@'))) as Texts;
const textsOf = (language: string): Texts =>
  Object.assign({}, ...filesOf(language).map((file) => textsIn(language, file)));

const english = textsOf('en');
const notes: Record<string, Note> = Object.assign({}, ...filesOf('en').map((file) => read('en', file)));

/** The forms of a plural by category; the text as `other` if it has no plural. */
function formsOf(text: string): Record<string, string> {
  if (!text.startsWith('{count, plural,')) return { other: text };
  const forms = text.matchAll(/(\w+) \{((?:[^{}]|\{\w+\})*)\}/g);
  return Object.fromEntries([...forms].map(([, category, form]) => [category, form]));
}
const isPlural = (text = '') => text.startsWith('{count,');
const placeholdersIn = (text: string): string[] => [
  ...new Set([
    ...(isPlural(text) ? ['count'] : []),
    ...[...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  ]),
];
/** The catalogue fills these. A language may do without them. */
const wordPlaceholders = ['clinic', 'clinics', 'Clinic', 'Clinics'];
const filledByCallers = (text: string) =>
  placeholdersIn(text)
    .filter((name) => !wordPlaceholders.includes(name))
    .sort();

/** The words of a text, without its placeholders, digits and signs. */
const wordsIn = (text: string) =>
  text
    .replace(/\{\w+\}/g, '')
    .match(/\p{L}+/gu)
    ?.join(' ') ?? '';
/** Words that German or Spanish shares with English, names, and texts without words. */
const sharedWords = new Set(['', 'Fax', 'NPI', 'Name', 'No', 'PDF', 'Test', 'Total', 'VO Max', 'kB']);

describe('the English messages', () => {
  it('have a note for translators', () => {
    const missing = Object.keys(english).filter((name) => !notes[`@${name}`]?.description?.trim());
    expect(missing).toEqual([]);
  });

  it('list their placeholders in the note, from which the types of callers come', () => {
    const listed = Object.keys(english).map((name) => [name, notes[`@${name}`]?.placeholders ?? {}] as const);
    for (const [name, placeholders] of listed) {
      expect(Object.keys(placeholders), name).toEqual(placeholdersIn(english[name] ?? ''));
      expect(placeholders.count?.type ?? 'int', name).toBe('int');
    }
  });

  it('are all used', () => {
    const users = globSync('{widget,server/contract}/**/*.ts', {
      exclude: ['**/dist/**', '**/node_modules/**', 'widget/package/**', 'widget/texts/**'],
    });
    const text = users.map((path) => readFileSync(path, 'utf8')).join('\n');
    // A key that is put together from a part and a value, such as `phase_${name}` or `${code}_text`.
    const prefixes = [...text.matchAll(/`(\w{3,})\$\{/g)].map(([, part = '']) => part);
    const suffixes = [...text.matchAll(/\}(_\w{3,})`/g)].map(([, part = '']) => part);
    const used = new Set(text.match(/\w+/g));
    const unused = messageNames.filter((name) => {
      const key = name.slice(name.indexOf('.') + 1);
      const isBuilt =
        prefixes.some((part) => key.startsWith(part)) || suffixes.some((part) => key.endsWith(part));
      return !used.has(key) && !isBuilt && !name.startsWith('words.');
    });
    expect(unused).toEqual([]);
  });
});

describe.each(languages)('the messages in %s', (language) => {
  const texts = textsOf(language);

  it('are in the files of the English messages, under the same names', () => {
    expect(filesOf(language)).toEqual(filesOf('en'));
    for (const file of filesOf('en')) {
      expect(read(language, file)['@@locale'], file).toBe(language);
      expect(Object.keys(textsIn(language, file)), file).toEqual(Object.keys(textsIn('en', file)));
    }
  });

  it('have the placeholders of the English messages', () => {
    for (const [name, text] of Object.entries(english))
      expect(filledByCallers(texts[name] ?? ''), name).toEqual(filledByCallers(text));
  });

  it('are in the part of ICU MessageFormat that the catalogue reads, and not empty', () => {
    const form = String.raw`(?:[^{}<'#]|\{\w+\})+`;
    const message = new RegExp(`^(?:${form}|\\{count, plural,(?: [a-z]+ \\{${form}\\})+\\})$`);
    for (const [name, text] of Object.entries(texts)) {
      expect(text, name).toMatch(message);
      for (const one of Object.values(formsOf(text))) expect(one.trim(), name).not.toBe('');
    }
  });

  it('have the plural forms that the language needs', () => {
    const rules = new Intl.PluralRules(language);
    const needed = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
    for (const [name, text] of Object.entries(english)) {
      expect(isPlural(texts[name]), name).toBe(isPlural(text));
      if (!isPlural(text)) continue;
      const forms = Object.keys(formsOf(texts[name] ?? ''));
      expect(rules.resolvedOptions().pluralCategories, name).toEqual(expect.arrayContaining(forms));
      expect(forms, name).toEqual(expect.arrayContaining([...needed]));
    }
  });
});

describe.each(languages.filter((language) => language !== 'en'))('the translation %s', (language) => {
  const texts = textsOf(language);

  it('says no sentence in English', () => {
    const same = Object.entries(english).filter(([name, text]) => {
      const words = new Set(Object.values(formsOf(text)).map(wordsIn));
      const own = Object.values(formsOf(texts[name] ?? '')).map(wordsIn);
      return own.some((one) => words.has(one) && !sharedWords.has(one));
    });
    expect(same).toEqual([]);
  });
});

describe('a message', () => {
  // The language is of the module, which other test files of this process use too.
  beforeEach(() => speak('en-US', {}));
  afterEach(() => speak('en-US', {}));

  it('has the form of its count, and numbers as in the language', () => {
    expect([1, 1500].map((count) => times('open', { count }))).toEqual(['1 time', '1,500 times']);
    // Tools write less space than we do.
    speak('ar-u-nu-latn', {
      'times.open': '{count,plural, one{وقت} few {{count} أوقات}\n other{{count} وقت}}',
    });
    expect([1, 3, 11].map((count) => times('open', { count }))).toEqual(['وقت', '3 أوقات', '11 وقت']);
  });

  it.each(languages)('has every small number as `Intl` writes it: %s', (language) => {
    const tag = supportedTag(language);
    speak(tag, {});
    const { format } = new Intl.NumberFormat(tag);
    const numbers = [...Array(1100).keys(), 0.5, -1];
    expect(numbers.map((number) => spoken.number(number))).toEqual(numbers.map((number) => format(number)));
  });

  it('has the words for a clinic, with a capital where its placeholder has one', () => {
    expect(times('otherClinic')).toBe('Choose another testing center');
    speak('de-DE', { 'words.clinic': 'praxis', 'times.otherClinic': '{Clinic} oder {clinic}' });
    expect(times('otherClinic')).toBe('Praxis oder praxis');
  });

  it('ends with one full stop, also after a value that ends with its own', () => {
    speak('es-US', { 'times.takenOne': 'Ya no hay {time}. {time}.' });
    expect(times('takenOne', { time: '9:30 a.m.' })).toBe('Ya no hay 9:30 a.m. 9:30 a.m.');
    expect(times('takenOne', { time: '9:30' })).toBe('Ya no hay 9:30. 9:30.');
  });

  it('is in English where the language has none', () => {
    speak('de-DE', {});
    expect(times('heading')).toBe('When would you like to come?');
  });
});
