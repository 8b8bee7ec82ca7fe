/**
 * Writes into `widget/dist/` what the package has beside its build: a manifest for editors
 * (https://custom-elements-manifest.open-wc.org), the declarations of its entries, and what Node imports. npm runs it
 * before it packs, after `npm run build` and `tsc -p widget/package/tsconfig.build.json`.
 */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { messageNames } from '../texts/message-names.ts';
import { collectDeclarations } from './declarations.ts';

const here = (path: string) => new URL(`../${path}`, import.meta.url);
const read = (path: string) => readFileSync(here(path), 'utf8');

/** Each element: its entry, and the prefix of its public types. */
const elements = [
  { entry: 'booking', types: 'Booking' },
  { entry: 'appointments', types: 'Appointments' },
  { entry: 'physician-order', types: 'PhysicianOrder' },
  { entry: 'handoff', types: 'Handoff' },
];

const source = ['core', 'journey', 'appointments', 'physician', 'handoff']
  .map((folder) => read(`${folder}/public-types.ts`))
  .join('');
const { program, comments } = parseSync('public-types.ts', source);

interface Member {
  name: string;
  type: string;
  description: string;
  initial: string | undefined;
  isMethod: boolean;
}

/** The members of an exported interface and of those that it extends, the own ones last. */
function membersOf(name: string): Member[] {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = statement;
    if (declaration?.type !== 'TSInterfaceDeclaration' || declaration.id.name !== name) continue;
    const inherited = declaration.extends.flatMap(({ expression }) =>
      expression.type === 'Identifier' ? membersOf(expression.name) : [],
    );
    const own = declaration.body.body.flatMap((member): Member[] => {
      if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') return [];
      const type = member.type === 'TSPropertySignature' ? member.typeAnnotation : member.returnType;
      return [
        {
          name: source.slice(member.key.start, member.key.end).replaceAll("'", ''),
          type: type ? source.slice(type.start, type.end).replace(/^:\s*/, '') : 'unknown',
          ...commentBefore(member.start),
          isMethod: member.type === 'TSMethodSignature',
        },
      ];
    });
    return [...inherited, ...own];
  }
  return [];
}

/** The doc comment that ends right before a position, and its `@default`. */
function commentBefore(position: number): { description: string; initial: string | undefined } {
  const comment = comments.find(({ end }) => end < position && source.slice(end, position).trim() === '');
  const text = (comment?.value ?? '')
    .replace(/^\s*\*? ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [description = '', initial] = text.split(' @default ');
  return { description, initial };
}

/** `test-types` for `testTypes`. */
const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A function or an object has no attribute. */
const hasAttribute = ({ type }: Member) => /^(?:string|number|boolean|PresentationMode)$/.test(type);

/** The rows of the guide's tables of custom properties and parts. */
const guide = read('styling.md');
const cssProperties = [...guide.matchAll(/^\| `(--dx-[\w-]+)` \| (.+?) \| (.+) \|$/gm)].map(
  ([, name, initial = '', description]) => ({ name, default: initial.replaceAll('`', ''), description }),
);
const cssParts = (tag: string) =>
  [...guide.matchAll(new RegExp(`^\\| \`<${tag}>\` \\| \`([\\w-]+)\` \\| (.+) \\|$`, 'gm'))].map(
    ([, name, description]) => ({ name, description }),
  );

function declaration({ entry, types }: (typeof elements)[number]) {
  const tagName = `dx-${entry}`;
  const properties = membersOf(`${types}Properties`);
  const methods = membersOf(`${types}Element`).filter(({ isMethod }) => isMethod);
  const typed = ({ type }: Member) => ({ text: type });
  return {
    kind: 'class',
    customElement: true,
    name: `${types}Element`,
    tagName,
    superclass: { name: 'HTMLElement' },
    members: [
      ...properties.map((member) => ({
        kind: 'field',
        name: member.name,
        type: typed(member),
        description: member.description,
        ...(member.initial && { default: member.initial }),
        ...(hasAttribute(member) && { attribute: kebabCase(member.name) }),
      })),
      ...methods.map((member) => ({
        kind: 'method',
        name: member.name,
        description: member.description,
        return: { type: typed(member) },
      })),
    ],
    attributes: properties.filter(hasAttribute).map((member) => ({
      name: kebabCase(member.name),
      fieldName: member.name,
      type: typed(member),
      description: member.description,
      ...(member.initial && { default: member.initial }),
    })),
    events: membersOf(`${types}Details`).map(({ name, type, description }) => ({
      name,
      type: { text: `CustomEvent<${type.replace(/\s+/g, ' ')}>` },
      description,
    })),
    cssProperties,
    cssParts: cssParts(tagName),
  };
}

const built = ['cdn', 'elements', 'emitted'];
for (const name of readdirSync(here('dist')))
  if (!built.includes(name)) rmSync(here(`dist/${name}`), { recursive: true });
const fileOf = (entry: string) => `dist/elements/${entry}.js`;
const manifest = {
  schemaVersion: '1.0.0',
  readme: 'README.md',
  modules: elements.map((element) => ({
    kind: 'javascript-module',
    path: fileOf(element.entry),
    declarations: [declaration(element)],
    exports: [
      {
        kind: 'custom-element-definition',
        name: `dx-${element.entry}`,
        declaration: { name: `${element.types}Element`, module: fileOf(element.entry) },
      },
    ],
  })),
};
writeFileSync(here('dist/custom-elements.json'), `${JSON.stringify(manifest)}\n`);
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
