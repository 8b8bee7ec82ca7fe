/**
 * The manifest of the elements (https://custom-elements-manifest.open-wc.org): their attributes, properties, methods, events and
 * slots from the doc comments of the public types, their custom properties and parts from the guide.
 */
import { readFileSync } from 'node:fs';
import type { Package } from 'custom-elements-manifest';
import { parseSync } from 'vite';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

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

/** A doc comment, as far as the manifest has it. */
interface Doc {
  description: string;
  /** Its `@default`. */
  initial: string | undefined;
  /** Its `@slot name - …`. */
  slots: Named[];
  /** Its `@param name …`. */
  parameters: Named[];
}

interface Named {
  name: string;
  description: string;
}

interface Member extends Doc {
  name: string;
  type: string;
  isMethod: boolean;
}

/** The exported interface of a name, and the position of its statement. */
function interfaceOf(name: string) {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = statement;
    if (declaration?.type === 'TSInterfaceDeclaration' && declaration.id.name === name)
      return { declaration, start: statement.start };
  }
  throw new Error(`public-types.ts has no ${name}`);
}

/** The members of an exported interface and of those that it extends, the own ones last. */
function membersOf(name: string): Member[] {
  const { declaration } = interfaceOf(name);
  const inherited = declaration.extends.flatMap(({ expression }) =>
    expression.type === 'Identifier' && expression.name !== 'HTMLElement' ? membersOf(expression.name) : [],
  );
  const own = declaration.body.body.flatMap((member): Member[] => {
    if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') return [];
    const type = member.type === 'TSPropertySignature' ? member.typeAnnotation : member.returnType;
    return [
      {
        name: source.slice(member.key.start, member.key.end).replaceAll("'", ''),
        type: type ? source.slice(type.start, type.end).replace(/^:\s*/, '') : 'unknown',
        ...docBefore(member.start),
        isMethod: member.type === 'TSMethodSignature',
      },
    ];
  });
  return [...inherited, ...own];
}

/** The doc comment that ends right before a position. */
function docBefore(position: number): Doc {
  const comment = comments.find(({ end }) => end < position && source.slice(end, position).trim() === '');
  const text = (comment?.value ?? '')
    .replace(/^\s*\*? ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [description = '', ...tags] = text.split(/ @(?=default |slot |param )/);
  const named = (tag: string) =>
    tags.flatMap((text): Named[] => {
      const [, kind, name = '', words = ''] = /^(\w+) ([\w-]+) (?:- )?(.+)$/.exec(text) ?? [];
      return kind === tag ? [{ name, description: words }] : [];
    });
  const initial = tags.find((tag) => tag.startsWith('default '))?.slice('default '.length);
  return { description, initial, slots: named('slot'), parameters: named('param') };
}

/** `test-types` for `testTypes`. */
const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A function or an object has no attribute. */
const hasAttribute = ({ type }: Member) => /^(?:string|number|boolean|PresentationMode)$/.test(type);

/** The rows of the guide's tables of custom properties and parts. */
const guide = read('styling.md');
const cssProperties = [...guide.matchAll(/^\| `(--dx-[\w-]+)` \| (.+?) \| (.+) \|$/gm)].map(
  ([, name = '', initial = '', description = '']) => ({
    name,
    default: initial.replaceAll('`', ''),
    description,
  }),
);
const cssParts = (tag: string) =>
  [...guide.matchAll(new RegExp(`^\\| \`<${tag}>\` \\| \`([\\w-]+)\` \\| (.+) \\|$`, 'gm'))].map(
    ([, name = '', description = '']) => ({ name, description }),
  );

function declaration({ entry, types }: (typeof elements)[number]) {
  const tagName = `dx-${entry}`;
  const properties = membersOf(`${types}Properties`);
  const methods = membersOf(`${types}Element`).filter(({ isMethod }) => isMethod);
  const { description, slots } = docBefore(interfaceOf(`${types}Element`).start);
  const typed = ({ type }: Member) => ({ text: type });
  return {
    kind: 'class' as const,
    customElement: true as const,
    name: `${types}Element`,
    tagName,
    description,
    superclass: { name: 'HTMLElement' },
    members: [
      ...properties.map((member) => ({
        kind: 'field' as const,
        name: member.name,
        type: typed(member),
        description: member.description,
        ...(member.initial && { default: member.initial }),
        ...(hasAttribute(member) && { attribute: kebabCase(member.name) }),
      })),
      ...methods.map((member) => ({
        kind: 'method' as const,
        name: member.name,
        description: member.description,
        parameters: member.parameters,
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
    slots,
    cssProperties,
    cssParts: cssParts(tagName),
  };
}

const fileOf = (entry: string) => `dist/elements/${entry}.js`;

/** The manifest of the package. */
export const manifest = {
  schemaVersion: '1.0.0',
  readme: 'README.md',
  modules: elements.map((element) => ({
    kind: 'javascript-module' as const,
    path: fileOf(element.entry),
    declarations: [declaration(element)],
    exports: [
      {
        kind: 'custom-element-definition' as const,
        name: `dx-${element.entry}`,
        declaration: { name: `${element.types}Element`, module: fileOf(element.entry) },
      },
    ],
  })),
} satisfies Package;
