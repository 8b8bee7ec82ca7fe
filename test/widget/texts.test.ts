/** Every text that a person sees or hears is in the message catalogue. */
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { builtText, withAreas } from '../../widget/build/texts.ts';
import { errorCodes } from '../../widget/session/error-codes.ts';
import * as areas from '../../widget/texts/english.ts';
import { areaTexts } from '../../widget/texts/english-texts.ts';
import { messageNames } from '../../widget/texts/message-names.ts';
import { problemTexts } from '../../widget/texts/problem-texts.ts';
import { words } from '../../widget/texts/words.ts';
import { readDocument, tableRows } from '../support/documents.ts';

interface Node {
  type: string;
  start: number;
}

const hasLetter = /\p{L}/u;
/** A sentence: it starts with a capital letter and has more than one word. `DPoP` is a scheme of HTTP. */
const sentence = /^(?!DPoP )\p{Lu}[^\s]* \S/u;
const spokenAttributes = /\s(?:aria-label|aria-description|title|alt|placeholder)\s*=\s*"([^"]*)"/g;
const spokenProperties = new Set(['textContent', 'innerText', 'ariaLabel', 'title', 'alt', 'placeholder']);

/** Developers read these on the console. */
const developerCalls = /^(?:console|\w*Error|DOMException|warn)\b/;

/** The texts of markup: between tags, and in attributes that are read to a person. */
function textsOfMarkup(markup: string): string[] {
  const attributes = [...markup.matchAll(spokenAttributes)].map(([, value = '']) => value);
  const between = markup
    .replace(/<!--.*?-->|&\w+;/gs, '')
    .replace(/<[^>]*>/g, '\n')
    .split('\n');
  return [...attributes, ...between]
    .map((text) => text.replaceAll('\0', '').trim())
    .filter((text) => hasLetter.test(text));
}

/** @returns the texts of a source, each with its line */
function textsIn(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found: string[] = [];
  const add = (node: Node, words: string) =>
    found.push(`${path}:${text.slice(0, node.start).split('\n').length}: ${words}`);

  function visit(value: unknown): void {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as ESTree.Node;
    switch (node.type) {
      case 'TaggedTemplateExpression': {
        const tag = text.slice(node.tag.start, node.tag.end);
        if (tag === 'html' || tag === 'svg') {
          const markup = node.quasi.quasis.map(({ value: { raw } }) => raw).join('\0');
          for (const words of textsOfMarkup(markup)) add(node, words);
        }
        visit(node.quasi.expressions);
        return;
      }
      case 'CallExpression':
      case 'NewExpression':
        if (developerCalls.test(text.slice(node.callee.start, node.callee.end))) return;
        break;
      case 'ThrowStatement':
      case 'ImportDeclaration':
      case 'TSLiteralType':
        return;
      case 'Property':
        if (spokenProperties.has(text.slice(node.key.start, node.key.end))) addLiteral(node.value);
        break;
      case 'AssignmentExpression':
        if (
          node.left.type === 'MemberExpression' &&
          spokenProperties.has(text.slice(node.left.property.start, node.left.property.end))
        )
          addLiteral(node.right);
        break;
      case 'Literal':
        if (typeof node.value === 'string' && sentence.test(node.value)) add(node, node.value);
        return;
      case 'TemplateLiteral': {
        const words = node.quasis.map(({ value: { cooked } }) => cooked).join('…');
        if (sentence.test(words)) add(node, words);
        visit(node.expressions);
        return;
      }
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
  }
  function addLiteral(node: ESTree.Node): void {
    const isText = node.type === 'Literal' && typeof node.value === 'string' && hasLetter.test(node.value);
    if (isText && !sentence.test(`${node.value}`)) add(node, `${node.value}`);
  }
  visit(program);
  return found;
}

/** The catalogue itself, names of states, what runs in Node, what the console says, and what is shown when nothing else loads. */
const exempt =
  /^widget\/(?:texts\/|package\/|build\/|dist\/|session\/error-codes\.ts|session\/diagnose\.ts|core\/attribute-warning\.ts|loader\.ts|ui\/old-browser\.ts|ui\/state-codes\.ts)/;

it('has every text of the widget in the catalogue', async () => {
  const found: string[] = [];
  for await (const path of glob('widget/**/*.ts'))
    if (!exempt.test(path)) found.push(...textsIn(path, await readFile(path, 'utf8')));
  expect(found).toEqual([]);
});

it.each([
  ['text between tags', 'html`<p>Hello</p>`', 'Hello'],
  ['text beside a place', 'html`<p>$' + '{name} is here</p>`', 'is here'],
  ['a name', 'html`<button aria-label="Close"></button>`', 'Close'],
  ['a sentence', "const words = 'Try again later.'", 'Try again later.'],
  ['a sentence with a place', 'const words = `Wait for $' + '{name}.`', 'Wait for ….'],
  ['a property that is shown', "node('p', { textContent: 'Continue' })", 'Continue'],
  ['a text in a place of markup', 'html`<p>$' + "{ok ? 'All is well' : nothing}</p>`", 'All is well'],
])('finds %s', (_, source, words) => {
  expect(textsIn('sample.ts', source)).toEqual([`sample.ts:1: ${words}`]);
});

it.each([
  ['markup without text', 'html`<p class="quiet">$' + '{words}</p>`'],
  ['styles', 'css`.a { font-family: Times New Roman; }`'],
  ['a message of the console', "console.warn('The attribute has no effect.')"],
  ['an error', "throw new Error('The build has no file.')"],
])('passes %s', (_, source) => {
  expect(textsIn('sample.ts', source)).toEqual([]);
});

describe('A build', () => {
  const folder = '/dx/widget/texts';

  /** Runs a module of a build, with a catalogue that returns what it is given. */
  async function run(id: string): Promise<Record<string, unknown>> {
    const code = (builtText(id) ?? '').replace(
      /^import \{ catalogue .*$/m,
      'const catalogue = (...given) => given;',
    );
    return { ...(await import(`data:text/javascript,${encodeURIComponent(code)}`)) };
  }

  it.each(Object.keys(areas))('has all texts of the area %s', async (area) => {
    const { [area]: built } = await run(`${folder}/english.ts?area=${area}?handoff`);
    expect(built).toEqual([area, areaTexts(area)]);
  });

  it('has the names of all messages, the texts of refusals and the words', async () => {
    expect(await run(`${folder}/message-names.ts`)).toEqual({ messageNames });
    expect(await run(`${folder}/problem-texts.ts`)).toEqual({ problemTexts });
    expect(await run(`${folder}/words.ts`)).toEqual({ words });
  });

  it('has no note of a file', () => {
    const file = fileURLToPath(new URL('../../widget/texts/en/handoff.json', import.meta.url));
    const texts: Record<string, string> = JSON.parse(builtText(file) ?? '');
    expect(texts['handoff.loading']).toBe(areas.handoff('loading'));
    expect(Object.keys(texts).filter((name) => name.startsWith('@'))).toEqual([]);
  });

  it('imports each area by itself', () => {
    expect(withAreas("import { form, times as say } from '../texts/english.ts';\nsay('heading');")).toBe(
      "import { form } from '../texts/english.ts?area=form'; import { times as say } from '../texts/english.ts?area=times';\nsay('heading');",
    );
  });

  it('refuses all areas at once, and an area that does not exist', () => {
    expect(() => builtText(`${folder}/english.ts`)).toThrow('names no area');
    expect(() => builtText(`${folder}/english.ts?area=tmes`)).toThrow('names no area');
  });
});

it('the guide says of each code of `dx-error` what it means and what the partner does', async () => {
  const rows = tableRows(await readDocument('widget/errors.md'));
  // Outside of code, a page that shows Markdown leaves tags out.
  const quoted = (text: string) => text.replace(/<dx-[\w-]+>/g, '`$&`');
  expect(rows).toEqual(
    Object.entries(errorCodes).map(([code, { meaning, partner }]) => [
      `\`${code}\``,
      quoted(meaning),
      quoted(partner),
    ]),
  );
});

/** The wording that patients did not understand. The page of a partner shows none of it. */
const rejected = [
  'Something needs another look',
  'make a yes more likely',
  'in the currency of each place',
  'You pay later, after you have chosen times',
  'Nothing is sent to the location before',
  'Until then no time is fixed',
  'until you hear which one it is',
  'or it gets in touch',
  'Your request goes ahead when they agree',
  'a physician looks at your request too',
  'cannot be scheduled for now',
  'It is about this test only',
  'no time was asked for',
  'Nobody expects you',
  'Contact the site you booked on',
  'Ask for another test',
  'Look at other tests',
  'No time is fixed until',
  'With this you give up the time you have',
  'until it does none is fixed',
  'all the same',
  'Keep the time I have',
  'reports that nobody came',
  'Everything about this appointment is done',
  'will not take place',
  'does not take place any more',
  'Your change is on its way',
  'has no access to your booking at the moment',
  'This takes longer than usual',
  'does not answer right now',
  'This answer is needed',
  'is needed before the test can be booked',
  'Choose a sex',
  'tick it if you agree',
  'what you ticked',
  'as things are today',
  'Times are local to the location',
  'Local time at the location',
  'further away than we usually look',
  'Tap the time you would like',
  'from the air your body displaces',
  'This booking went on in another tab',
  'Who is tested',
  'entered so far is given up',
  'Its own physicians look after it',
  'What is left is the time',
  'The place confirms one of the three',
  'Times are its own',
  'stands on its own',
  'behind its link',
];

/** What people see: the catalogue, the elements, sentences of the server, pages of the sandbox and of the examples. */
const shown = ['widget/**/*.{ts,json}', 'server/**/*.{ts,json}', 'examples/**/*.{ts,js,eta,py}'];

async function phrasesIn(paths: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const path of paths) {
    // A sentence can be broken into lines.
    const text = (await readFile(path, 'utf8')).replaceAll('’', "'").replace(/\s+/g, ' ').toLowerCase();
    for (const phrase of rejected) if (text.includes(phrase.toLowerCase())) found.push(`${path}: ${phrase}`);
  }
  return found;
}

it('has none of the rejected phrases', async () => {
  expect(await phrasesIn(glob(shown, { exclude: ['**/dist/**', '**/node_modules/**'] }))).toEqual([]);
});

it('finds each of them', async () => {
  const own = import.meta.filename;
  async function* here() {
    yield own;
  }
  expect((await phrasesIn(here())).length).toBe(rejected.length);
});
