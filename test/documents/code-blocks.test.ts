/** Every code block of every guide is run or checked, or the guide marks it as a fragment. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'parse5';
import { expect, it } from 'vitest';
import { settingNames } from '../../server/config/given-settings.ts';
import { tokens } from '../../widget/ui/tokens.ts';
import { type CodeBlock, codeBlocksOf } from '../support/documents.ts';
import { folderOfTest } from '../support/folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const { scripts: npmScripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const cli = ['dx-booking', 'subcommands'].map((name) => read(`server/operate/cli/${name}.ts`)).join('\n');

/** Programs of the machine that a guide may use. */
const programs = new Set(
  '. cat cd cp createdb curl date docker echo git helm install kubectl mkdir mktemp openssl pg_dump pg_restore pip promtool rm sed set sqlite3 systemctl'.split(
    ' ',
  ),
);
/** The files that `dx-booking init` writes for a template. */
const templateNames = new Set(
  globSync('**/*', { cwd: join(root, 'server/operate/cli/templates') }).map((path) =>
    path.replace(/^[^/]+\//, ''),
  ),
);
/** What a guide may set besides the settings of the server. */
const otherNames = new Set(['POSTGRES_PASSWORD', 'SITE_URL', 'SERVER_URL', 'BACKEND_SECRET', 'SITE_SECRET']);

/** Whether the server, compose.yaml or an example reads a variable of this name. */
const isKnownSetting = (name: string): boolean => settingNames.includes(name) || otherNames.has(name);

/** The simple commands of a block: words without quotes. Texts in single quotes are left out. */
function commandsOf(code: string): string[][] {
  const plain = code
    .replaceAll('\\\n', ' ')
    .replaceAll(/<<'(\w+)'[\s\S]*?^\1$/gm, '')
    .replaceAll(/'[^']*'/g, 'TEXT')
    .replaceAll(/(^|\s)#.*$/gm, '');
  return (
    plain
      // What follows a substitution belongs to the same word.
      .replaceAll(/\)[^\s)]+/g, ')')
      .split(/&&|\|\||\$\(|[|;()\n]|&(?=\s|$)/)
      .map((part) => part.trim().split(/\s+/))
      .filter(([first = '']) => first !== '' && !/^[">]/.test(first))
  );
}

/** Whether `dx-booking` or its module has an option: commander's `--name`, or a name of `parseArgs`. */
function hasOption(option: string, ...modules: string[]): boolean {
  const name = option.replace(/^--/, '').replace(/=.*/, '');
  const sources = modules.filter((path) => existsSync(join(root, path))).map(read);
  const parsed = new RegExp(`^\\s*'?${name}'?: \\{ type: '`, 'm');
  return cli.includes(`'--${name}`) || sources.some((source) => parsed.test(source));
}

const optionsOf = (words: string[]) => words.filter((word) => /^--\w/.test(word));

function faultsOfCli(words: string[]): string[] {
  const [name = '', inner = ''] = words.filter(
    (word, at) => !word.startsWith('--') && words[at - 1] !== '--env-file',
  );
  if (!cli.includes(`.command('${name}')`)) return [`no command dx-booking ${name}`];
  if (
    ['webhooks', 'keys', 'customers', 'support', 'access-log', 'restored'].includes(name) &&
    !cli.includes(`.command('${inner}')`)
  )
    return [`no command dx-booking ${name} ${inner}`];
  return optionsOf(words)
    .filter((option) => !hasOption(option, `server/operate/cli/${name}.ts`))
    .map((option) => `no option dx-booking ${name} ${option}`);
}

function faultsOfNode(words: string[], isOfGuide: (file: string) => boolean): string[] {
  const [file, ...rest] = words.filter(
    (word, at) => !/^-/.test(word) && !/^-[pe]$|^--import$/.test(words[at - 1] ?? ''),
  );
  if (file === undefined || isOfGuide(file)) return [];
  if (file === 'server/operate/cli/dx-booking.ts') return faultsOfCli(words.slice(words.indexOf(file) + 1));
  if (!existsSync(join(root, file))) return [`no file ${file}`];
  return optionsOf(words.slice(words.indexOf(file)))
    .filter((option) => !hasOption(option, file))
    .map((option) => `no option ${file} ${option} (${rest})`);
}

function faultsOf(words: string[], isOfGuide: (file: string) => boolean): string[] {
  const [first = '', ...rest] = words;
  if (first === 'export')
    return rest.flatMap((word) => {
      const [, name] = /^(\w+)=/.exec(word) ?? [];
      return name && !isKnownSetting(name) ? [`no setting ${name}`] : [];
    });
  if (/^\w+=/.test(first)) return rest.length > 0 ? faultsOf(rest, isOfGuide) : [];
  if (first === 'npx' && rest[0] === 'dx-booking') return faultsOfCli(rest.slice(1));
  if (first === 'npx' && rest[0] === 'dx-booking-sandbox')
    return faultsOf(['node', 'server/sandbox/main.ts', ...rest.slice(1)], isOfGuide);
  if (first === 'npx' && rest[0] === 'node') return faultsOf(rest, isOfGuide);
  if (first === 'npx')
    return existsSync(join(root, 'node_modules/.bin', rest[0] ?? '')) ? [] : [`no ${rest[0]}`];
  if (first === 'npm') {
    const [verb = '', script = verb] = rest.filter((word) => !word.startsWith('-') && word !== 'run');
    const known =
      ['ci', 'init', 'install', 'pkg', 'prune'].includes(verb) || verb in npmScripts || script in npmScripts;
    return known ? [] : [`no npm ${rest.join(' ')}`];
  }
  if (first === 'node') return faultsOfNode(rest, isOfGuide);
  if (first === 'python3' && rest[0] === '-m') return [];
  if (first === 'python3' || first === 'php') {
    const file = rest.at(-1) ?? '';
    return isOfGuide(file) || existsSync(join(root, file)) ? [] : [`no file ${file}`];
  }
  return programs.has(first) ? [] : [`unknown command ${first}`];
}

/**
 * Lists what is wrong in a shell block.
 * @param isOfGuide whether the guide itself writes this file
 */
const shellFaults = (code: string, isOfGuide: (file: string) => boolean): string[] =>
  commandsOf(code).flatMap((words) => faultsOf(words, isOfGuide));

const config = {
  compilerOptions: {
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    moduleDetection: 'force',
    jsx: 'react-jsx',
    allowJs: true,
    checkJs: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    // The blocks show the main path. They do not handle each missing value.
    strict: false,
    types: ['node'],
    paths: {
      '@dx-booking/server': [join(root, 'server/booking-server.ts')],
      '@dx-booking/sandbox': [join(root, 'server/sandbox/sandbox.ts')],
      ...Object.fromEntries(
        ['booking', 'appointments', 'physician-order', 'handoff'].map((name) => [
          `@dx-booking/widget/${name}`,
          [join(root, 'widget/package/entry.ts')],
        ]),
      ),
      '@dx-booking/widget/*': [join(root, 'widget/package/*.ts')],
    },
  },
  include: ['guides/**/*', 'own-modules.d.ts'],
};

/** A module of the reader's own, which a guide imports and does not show. */
const ownModules = `declare module './*';\ndeclare module '../*';\n`;

/**
 * Checks all files at once.
 * @param files their text by their path
 * @returns the errors in these files, with their paths
 */
async function typeErrors(files: Map<string, string>): Promise<string[]> {
  const folder = folderOfTest();
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await write('package.json', '{ "type": "module" }');
  await write('tsconfig.json', JSON.stringify(config));
  await write('own-modules.d.ts', ownModules);
  for (const [path, text] of files) await write(`guides/${path}`, text);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [compiler, '-p', folder, '--singleThreaded', '--pretty', 'false'],
    {
      cwd: folder,
    },
  ).catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter((line) => line.startsWith('guides/'));
}

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
  ['csp', 'widget/README.md', 'test/guides/templates.test.ts'],
  ['http', 'server/compliance.md', 'test/hosts/guarantees.test.ts'],
  ['mermaid', 'server/compliance.md', 'test/documents/compliance.test.ts'],
  ['promql', 'server/runbooks.md', 'test/operate/deploy/alerts.test.ts'],
  ['yaml', 'server/operate/deploy/README.md', 'test/operate/deploy/helm.test.ts'],
  ['sql', 'server/operate/deploy/README.md', 'test/core/store/unavailable.test.ts'],
  ['vue', 'widget/frameworks.md', 'test/guides/frameworks.test.ts'],
  ['svelte', 'widget/frameworks.md', 'test/guides/frameworks.test.ts'],
  ['js', 'widget/client.md', 'test/documents/client.test.ts'],
  ['js', 'widget/testing.md', 'test/guides/testing.test.ts'],
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

it('marks no other blocks as fragments than those that need another language, WordPress, nginx or Caddy', () => {
  const marked = blocks.filter(({ isFragment }) => isFragment);
  expect(marked.map(({ guide, language }) => `${guide} ${language}`)).toEqual([
    'server/any-language.md python',
    'server/any-language.md python',
    'server/any-language.md ruby',
    'server/any-language.md java',
    'server/any-language.md go',
    'server/any-language.md csharp',
    'server/cms.md php',
    'server/cms.md php',
    'server/proxy.md nginx',
    'server/proxy.md caddyfile',
    'server/proxy.md nginx',
  ]);
});

it('has shell commands, options and settings that exist', () => {
  const faults = inLanguages('sh').flatMap((block) => {
    const isOfGuide = (file: string) =>
      blocks.some((other) => other.guide === block.guide && other.file === file) || templateNames.has(file);
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
});
