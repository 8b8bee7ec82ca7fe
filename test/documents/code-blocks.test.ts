/** Every code block of every guide is run or checked, or the guide marks it as a fragment. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'parse5';
import { expect, it } from 'vitest';
import { tokens } from '../../widget/ui/tokens.ts';
import { type CodeBlock, codeBlocksOf } from '../support/code-blocks.ts';
import { isKnownSetting, shellFaults } from './shell-commands.ts';
import { typeErrors } from './type-check-blocks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const guides = globSync(['*.md', '.github/**/*.md', '{server,widget,examples,test}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'CHANGELOG.md'],
});

interface Block extends CodeBlock {
  guide: string;
}
const blocks: Block[] = guides.flatMap((guide) =>
  codeBlocksOf(read(guide)).map((block) => ({ guide, ...block })),
);
const checked = blocks.filter(({ isFragment }) => !isFragment);
const inLanguages = (...languages: string[]) =>
  checked.filter(({ language }) => languages.includes(language));
const placeOf = ({ guide, line }: Block) => `${guide}:${line}`;

/** Blocks that another test runs: their language, their guide, and the test. */
const runElsewhere: [language: string, guide: string, test: string][] = [
  ['http', 'server/hooks.md', 'test/documents/hooks.test.ts'],
  ['python', 'server/hooks.md', 'test/documents/hooks.test.ts'],
  ['python', 'server/events.md', 'test/documents/events.test.ts'],
  ['csp', 'widget/README.md', 'test/guides/guides.test.ts'],
  ['mermaid', 'server/compliance.md', 'test/documents/compliance.test.ts'],
  ['promql', 'server/runbooks.md', 'test/deploy/alerts.test.ts'],
  ['yaml', 'server/deploy/README.md', 'test/deploy/helm.test.ts'],
  ['vue', 'widget/frameworks.md', 'test/guides/framework-pages.ts'],
  ['svelte', 'widget/frameworks.md', 'test/guides/framework-pages.ts'],
  ['js', 'widget/client.md', 'test/documents/client.test.ts'],
];
const scripts = ['ts', 'tsx', 'js', 'jsx'];
/** `text` is a picture. */
const checkedHere = [...scripts, 'sh', 'env', 'json', 'html', 'css', 'text'];

it('names a language for every block that a test runs or checks, and marks all others', () => {
  const unknown = checked.filter(
    ({ language, guide }) =>
      !checkedHere.includes(language) &&
      !runElsewhere.some(([name, of]) => name === language && of === guide),
  );
  expect(unknown.map(placeOf)).toEqual([]);
  for (const [, guide, test] of runElsewhere) expect(read(test), test).toContain(guide);
});

it('marks no other blocks as fragments than those that need PHP, WordPress, nginx or Caddy', () => {
  const marked = blocks.filter(({ isFragment }) => isFragment);
  expect(marked.map(({ guide, language }) => `${guide} ${language}`)).toEqual([
    'server/cms.md php',
    'server/cms.md php',
    'server/proxy.md nginx',
    'server/proxy.md caddyfile',
  ]);
});

it('has shell commands, options and settings that exist', () => {
  const faults = inLanguages('sh').flatMap((block) => {
    const isOfGuide = (file: string) =>
      blocks.some((other) => other.guide === block.guide && other.file === file);
    return shellFaults(block.code, isOfGuide).map((fault) => `${placeOf(block)}: ${fault}`);
  });
  expect(faults).toEqual([]);
  expect(shellFaults('npm run gone && npx dx-booking evnts', () => false)).toHaveLength(2);
  expect(
    shellFaults('export ORIGIN=x\nnode gone.ts\nnpx dx-booking doctor --jsno', () => false),
  ).toHaveLength(3);
});

it('has settings in its files that the server reads', () => {
  for (const block of inLanguages('env'))
    for (const line of block.code.trim().split('\n')) {
      const [, name = line] = /^([A-Z_]+)=/.exec(line) ?? [];
      expect(isKnownSetting(name), `${placeOf(block)}: ${name}`).toBe(true);
    }
});

it('has JSON that can be parsed', () => {
  for (const block of inLanguages('json')) expect(() => JSON.parse(block.code), placeOf(block)).not.toThrow();
});

it('has styles with the custom properties, elements and parts that exist', () => {
  const properties = new Set([...tokens.cssText.matchAll(/--dx-[\w-]+/g)].map(([name]) => name));
  const parts = new Set(
    [
      ...guides
        .map(read)
        .join('\n')
        .matchAll(/^\| `<dx-[\w-]+>` \| `([\w-]+)` \|/gm),
    ].map(([, name]) => name),
  );
  for (const block of inLanguages('css')) {
    for (const [name] of block.code.matchAll(/--dx-[\w-]+/g))
      expect(properties, placeOf(block)).toContain(name);
    for (const [, name] of block.code.matchAll(/::part\(([\w-]+)\)/g))
      expect(parts, placeOf(block)).toContain(name);
    expect(block.code.match(/{/g)?.length, placeOf(block)).toBe(block.code.match(/}/g)?.length);
  }
});

interface Node {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** The elements of the widget in a page, as objects that the compiler compares with their attributes. */
function attributeChecks(block: Block): string {
  const faults: string[] = [];
  const options = { onParseError: ({ code }: { code: string }) => faults.push(code) };
  const document = parse(block.code, options) as unknown as Node;
  // A block may be a part of a page.
  expect(
    faults.filter((code) => code !== 'missing-doctype'),
    placeOf(block),
  ).toEqual([]);
  const all = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(all)];
  const ours = all(document).filter(({ nodeName }) => nodeName.startsWith('dx-'));
  const checks = ours.map(({ nodeName, attrs = [] }) => {
    const own = attrs.filter(({ name }) => !/^(?:class|id|lang|data-[\w-]+)$/.test(name));
    const text = JSON.stringify(Object.fromEntries(own.map(({ name, value }) => [name, value])));
    return `(${text}) satisfies AttributesOf<Elements['${nodeName}']['properties']>;`;
  });
  return `import type { AttributesOf, Elements } from '@dx-booking/widget/booking';\n${checks.join('\n')}`;
}

it('has scripts and pages that fit the types of the packages', async () => {
  const files = new Map<string, string>();
  for (const block of inLanguages(...scripts)) {
    if (runElsewhere.some(([name, of]) => name === block.language && of === block.guide)) continue;
    const folder = block.guide.replaceAll(/[/.]/g, '-');
    const named = `${folder}/${block.file ?? `${block.line}.${block.language}`}`;
    files.set(files.has(named) ? named.replace(`${folder}/`, `${folder}/${block.line}/`) : named, block.code);
  }
  for (const block of inLanguages('html'))
    files.set(`${block.guide.replaceAll(/[/.]/g, '-')}/${block.line}.html.ts`, attributeChecks(block));
  const wrong = '<dx-booking subject-tokn="x"></dx-booking>';
  files.set('wrong.html.ts', attributeChecks({ ...(blocks[0] as Block), code: wrong }));
  files.set(
    'wrong.js',
    `import '@dx-booking/widget/booking';\ndocument.querySelector('dx-booking').getToken();`,
  );
  const errors = await typeErrors(files);
  expect(errors.filter((line) => !line.startsWith('guides/wrong.'))).toEqual([]);
  expect(errors.filter((line) => line.startsWith('guides/wrong.'))).toHaveLength(2);
}, 60_000);
