/** The build numbers the messages: each number leads to the text that the source names, in each language. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { numbered, readCatalogues } from '../../widget/build/messages.ts';
import { messageNames } from '../../widget/package/message-names.ts';

const catalogues = readCatalogues('.');

/** Runs a module of messages as the build writes it. @returns what its `catalogue` calls define, or its default export */
async function areasOf(path: string, code: string): Promise<[area: string, texts: object][]> {
  const define = 'const found = []; const catalogue = (...area) => found.push(area);';
  const plain = code
    .replace(/^import .*$/gm, '')
    .replace(/: Translation<'\w+'>/, '')
    .replace(/^export const/gm, 'const')
    .replace(/export default texts;/, 'found.push(...Object.entries(texts));');
  const module = `${define}\n${plain}\nexport default found; // ${path}`;
  return (await import(`data:text/javascript,${encodeURIComponent(module)}`)).default;
}

/** The names as the table of the build orders them. */
async function builtNames(): Promise<Record<string, string[]>> {
  const path = 'widget/package/message-names.ts';
  const code = numbered(catalogues, readFileSync(path, 'utf8'), path) ?? '';
  const [table = ''] = /\{[\s\S]*?\n\}/.exec(code) ?? [];
  return (await import(`data:text/javascript,export default ${encodeURIComponent(table)}`)).default;
}

it.each(['en', 'ar', 'de', 'es'])('has each text of %s under its number or its name', async (language) => {
  const names = await builtNames();
  let compared = 0;
  for (const path of globSync(`widget/locales/${language}/*.ts`)) {
    const code = readFileSync(path, 'utf8');
    if (path.endsWith('en/problems.ts')) continue;
    const built = await areasOf(path, numbered(catalogues, code, path) ?? code);
    const source = await areasOf(path, code);
    for (const [index, [area, texts]] of source.entries())
      for (const [key, text] of Object.entries(texts)) {
        const found = built[index]?.[1] as Record<string, unknown>;
        const place = Object.hasOwn(found, key) ? key : (names[area]?.indexOf(key) ?? '');
        expect(found[place], `${area}.${key}`).toEqual(text);
        compared++;
      }
  }
  const all = Object.values(messageNames).flat().length;
  expect(compared).toBe(
    language === 'en' ? all - messageNames.problems.length - messageNames.words.length : all,
  );
});

it('numbers every catalogue whose keys no code computes', () => {
  const named = [...catalogues].filter(([, { isNumbered }]) => !isNumbered).map(([name]) => name);
  expect(named).toEqual([
    'booking-later.ts notices',
    'booking.ts stepNames',
    'failures.ts failures',
    'handoff.ts detailNames',
    'test-cards.ts testCards',
    'tests.ts tests',
  ]);
});

it('replaces the keys of calls, and refuses a key that the catalogue does not have', () => {
  const source = (calls: string) => `import { times as say } from '../locales/en/times.ts';\n${calls}`;
  const build = (calls: string) => numbered(catalogues, source(calls), 'widget/ui/days.ts');
  expect(build("say('heading'); say(some ? 'lead' : 'errorNone', { count: 1 }); other.say('lead');")).toBe(
    source("say(0); say(some ? 1 : 2, { count: 1 }); other.say('lead');"),
  );
  expect(() => build("say('headng')")).toThrow('the catalogue has no times.headng');
});
