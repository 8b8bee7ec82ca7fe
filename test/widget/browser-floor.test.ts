/** The built widget uses no feature that Safari 16.4, Chrome 111 or Firefox 115 lack. */
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import bcd, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import { type Node, parse } from 'acorn';
import { full } from 'acorn-walk';
import { beforeAll, describe, expect, it } from 'vitest';
import { shared } from '../support/ask-made-once.ts';

/** The oldest versions that widget/README.md names. */
const floor = { chrome: 111, firefox: 115, safari: 16.4 } as const;

/** Whether each browser of the floor has the feature, in part at least, without a flag or a prefix. */
function isSupported({ support }: CompatStatement): boolean {
  return Object.entries(floor).every(([browser, oldest]) => {
    const statements = support[browser as keyof typeof floor] ?? [];
    return [statements].flat().some((one: SimpleSupportStatement) => {
      if (one.flags || one.prefix || one.alternative_name) return false;
      const [added, removed] = [one.version_added, one.version_removed].map((version) =>
        typeof version === 'string' ? Number.parseFloat(version.replace('≤', '')) : Number.POSITIVE_INFINITY,
      );
      return (added ?? 0) <= oldest && oldest < (removed ?? 0);
    });
  });
}

/** Each feature below `tree` by its own name; the same name may stand for several. */
function featuresOf(...trees: (Identifier | undefined)[]): Map<string, CompatStatement[]> {
  const found = new Map<string, CompatStatement[]>();
  const visit = (tree: Identifier) => {
    for (const [name, inner] of Object.entries(tree)) {
      if (name === '__compat' || typeof inner !== 'object') continue;
      const { __compat: compat } = inner as Identifier;
      const plain = name.replace(/_(static|event)$/, '');
      if (compat) found.set(plain, [...(found.get(plain) ?? []), compat]);
      visit(inner as Identifier);
    }
  };
  for (const tree of trees) if (tree) visit(tree);
  return found;
}

const scripted = featuresOf(bcd.api as unknown as Identifier, bcd.javascript?.builtins);
/** Where a member of an object that a script did not make itself may come from. */
const interfaces =
  'Element HTMLElement Node Document Window EventTarget Event AbortSignal Response Request Headers URL URLSearchParams ReadableStream Navigator ShadowRoot HTMLDialogElement HTMLInputElement HTMLFormElement HTMLIFrameElement CustomElementRegistry CSSStyleSheet Crypto SubtleCrypto Blob DOMTokenList';
const inherited = featuresOf(
  ...interfaces.split(' ').map((name) => (bcd.api as unknown as Record<string, Identifier>)[name]),
  bcd.javascript?.builtins,
);

const lacking = (features: Map<string, CompatStatement[]>, name: string) =>
  features.get(name)?.every((compat) => !isSupported(compat)) === true;

/** `URL.parse`: a static member of a global that the floor lacks. */
function isMissingStatic(object: string, name: string): boolean {
  const api = (bcd.api as unknown as Record<string, Identifier | undefined>)[object];
  const builtin = bcd.javascript?.builtins?.[object] as Identifier | undefined;
  const feature = (api?.[`${name}_static`] ?? builtin?.[name]) as Identifier | undefined;
  return feature?.__compat !== undefined && !isSupported(feature.__compat);
}

type Named = Node & { name?: string; value?: unknown };
interface Part extends Node {
  key?: Named;
  object?: Named;
  property?: Named;
  computed?: boolean;
  name?: string;
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
}

/** Names that a script uses and the floor lacks: `URL.parse` for statics, `toSorted` for members and globals. */
function missingInScript(source: string): string[] {
  const missing = new Set<string>();
  const own = new Set<string>();
  const members: string[] = [];
  full(parse(source, { ecmaVersion: 2022, sourceType: 'module' }), (node) => {
    const { type, key, object, property, computed, name } = node as Part;
    if (key?.name && /^(Property|MethodDefinition|PropertyDefinition)$/.test(type)) own.add(key.name);
    if (type === 'Identifier' && name && /^[A-Z]/.test(name) && lacking(scripted, name)) missing.add(name);
    if (type !== 'MemberExpression' || computed || !property?.name) return;
    if (object?.name && isMissingStatic(object.name, property.name))
      missing.add(`${object.name}.${property.name}`);
    else members.push(property.name);
  });
  for (const name of members)
    if (!own.has(name) && inherited.has(name) && lacking(scripted, name)) missing.add(name);
  return [...missing].sort();
}

const types = featuresOf(bcd.css.types as unknown as Identifier);
const selectors = featuresOf(bcd.css.selectors as unknown as Identifier);
const properties = featuresOf(bcd.css.properties as unknown as Identifier);
const atRules = featuresOf(bcd.css['at-rules'] as unknown as Identifier);

/** What the style sheets in a script use and the floor lacks. */
function missingInStyles(source: string): string[] {
  const texts: string[] = [];
  full(parse(source, { ecmaVersion: 2022, sourceType: 'module' }), (node) => {
    const { value, quasis } = node as Part;
    if (typeof value === 'string') texts.push(value);
    if (quasis) texts.push(quasis.map((part) => part.value.cooked).join('x'));
  });
  const missing = new Set<string>();
  const seek = (text: string, pattern: RegExp, features: Map<string, CompatStatement[]>) => {
    for (const [, name = ''] of text.matchAll(pattern)) if (lacking(features, name)) missing.add(name);
  };
  for (const text of texts) {
    seek(text, /([a-z][a-z-]+)\(/g, types);
    if (!/[{;]/.test(text)) continue;
    seek(text, /(?<!:):([a-z][a-z-]+)\b(?=[^;{}]*\{)/g, selectors);
    seek(text, /[{;]\s*([a-z][a-z-]+)\s*:/g, properties);
    seek(text, /@([a-z-]+)/g, atRules);
    if (/\b(oklch|oklab|lch|lab|rgb|hsl|color)\(from /.test(text)) missing.add('relative colours');
    if (/[{;]\s*&/.test(text)) missing.add('nesting');
  }
  return [...missing].sort();
}

/** Used only where a browser has it. */
const guarded = {
  'AbortSignal.any': 'widget/session/reply.ts does without',
  'CSS.registerProperty': 'widget/ui/registered-size.ts catches the error',
  prerendering: 'a browser without it prerenders nothing',
  userActivation: 'asked for by `?.`',
  getWeekInfo: 'asked for by `?.`: weeks begin on Sunday without it',
};
/** Names of our own data, and of Lit's. */
const own = ['bytes', 'capture', 'day', 'month'];
/** A browser without it shows the same content with fewer details of style. */
const decoration = {
  'light-dark': 'widget/ui/palette.ts has the light colours for it',
  'relative colours': 'widget/ui/palette.ts has a fixed colour for it',
  has: 'marks what is chosen, beside the control itself',
  'text-wrap': 'line breaks',
  'text-size-adjust': 'the size of text on a turned phone',
  'content-visibility': 'saves work on long lists',
  'contain-intrinsic-block-size': 'saves work on long lists',
  'forced-color-adjust': 'a button where the system sets all colours',
  'print-color-adjust': 'bars on paper',
  'scrollbar-width': 'a narrower scroll bar',
  'scrollbar-color': 'a scroll bar in the colours of the page',
};

let files: Map<string, string>;
beforeAll(async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await shared('pages');
  files = new Map();
  for await (const file of glob('widget/dist/cdn/*.js', { cwd: root }))
    files.set(file.replace(/^.*\//, ''), await readFile(root + file, 'utf8'));
});

const inAll = (missing: (source: string) => string[]) =>
  [...new Set([...files.values()].flatMap(missing))].sort();

describe('the built widget', () => {
  it('calls nothing that the oldest supported browsers lack', () => {
    const missing = inAll(missingInScript).filter((name) => !own.includes(name));
    expect(missing).toEqual(Object.keys(guarded).sort());
  });

  it('styles with nothing that the oldest supported browsers need', () => {
    expect(inAll(missingInStyles)).toEqual(Object.keys(decoration).sort());
  });

  it('shows a message in older browsers, in syntax that they can parse', () => {
    const old = [...files.keys()].find((name) => name.startsWith('old-browser-')) ?? '';
    for (const file of ['loader.js', old])
      expect(() => parse(files.get(file) ?? '(', { ecmaVersion: 2020, sourceType: 'module' })).not.toThrow();
  });

  it('supports what the guide says', async () => {
    const guide = await readFile(new URL('../../widget/README.md', import.meta.url), 'utf8');
    const { safari, chrome, firefox } = floor;
    expect(guide).toContain(`Safari ${safari}, Chrome ${chrome}, Firefox ${firefox} and newer`);
  });
});

describe('the search', () => {
  it.each([
    ['URL.parse(x)', ['URL.parse']],
    ['AbortSignal.any([])', ['AbortSignal.any']],
    ['Promise.withResolvers()', ['Promise.withResolvers']],
    ['new Set().union(x)', ['union']],
    ['x.ariaBusy = "true"', ['ariaBusy']],
    ['Iterator.from(x)', ['Iterator.from']],
    ['Array.fromAsync(x)', ['Array.fromAsync']],
    ['[].toSorted().findLast(x)', []],
    ['const x = { union() {} }; x.union()', []],
  ])('finds in %s what is too new', (source, missing) => {
    expect(missingInScript(source)).toEqual(missing);
  });

  it.each([
    ['a { color: light-dark(red, blue) }', ['light-dark']],
    ['a { color: oklch(from red l c h) }', ['relative colours']],
    ['a:has(b) { color: red }', ['has']],
    ['a:dir(rtl) { color: red }', ['dir']],
    ['a { &:hover { color: red } }', ['nesting']],
    ['@starting-style { a { color: red } }', ['starting-style']],
    ['a { field-sizing: content }', ['field-sizing']],
    ['@container (width > 1px) { a { color: color-mix(in srgb, red, red); inset: 1px } }', []],
  ])('finds in %s what is too new', (style, missing) => {
    expect(missingInStyles(`x\`${style}\``)).toEqual(missing);
  });
});
