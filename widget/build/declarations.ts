/**
 * Collects the declarations of the package from what `tsc` has written for `package/`: those that an entry refers to,
 * also through others. Types that only our sources can have become plain types: the contract's are inferred from zod, and
 * the names of the messages come from JSON files.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { openApiOfServer } from '../../server/api/http/openapi.ts';
import { answers } from '../../server/contract/journey-api/answers.ts';
import type { JsonSchema } from '../../server/contract/json-schema.ts';
import { declarationOf } from './json-schema-types.ts';

const contract = 'server/contract/';
const messageNames = 'widget/texts/message-names.ts';
/** Where the package has what replaces the contract. */
const contractTarget = 'contract.js';

/** An import or an export of another file, with its names. */
const reference = /(?:import|export) type \{([^}]*)\} from '(\.[^']+)'|(?:import|export) [^;']*'(\.[^']+)'/g;

/**
 * @param emitted the folder with the output of `tsc`, whose root is the repository
 * @param to the folder of the declarations in the package, without the `widget/` of the sources
 * @param entries sources whose declarations the package exports, such as `widget/package/entry.ts`
 * @param names of all messages
 */
export function collectDeclarations(
  emitted: string,
  to: string,
  entries: readonly string[],
  names: readonly string[],
): void {
  const fromContract = new Set<string>();
  const found = new Set(entries);
  // A set takes in what is added while it is gone through.
  for (const path of found) {
    const text =
      path === messageNames
        ? messageNamesType(names)
        : readFileSync(join(emitted, declaration(path)), 'utf8');
    const folder = posix.dirname(path);
    const rewritten = text.replace(reference, (statement, types = '', typesFrom = '', otherFrom = '') => {
      const specifier = typesFrom || otherFrom;
      const target = posix.join(folder, specifier);
      const isContract = target.startsWith(contract);
      if (!isContract) found.add(target);
      else for (const type of types.split(',')) fromContract.add(type.trim());
      const next = isContract ? `widget/${contractTarget}` : target.replace(/\.ts$/, '.js');
      return statement.replace(`'${specifier}'`, `'${relative(folder, next)}'`);
    });
    write(join(to, declaration(path.replace('widget/', ''))), rewritten);
  }
  write(join(to, declaration(contractTarget)), contractTypes([...fromContract].filter(Boolean)));
}

const declaration = (path: string) => path.replace(/\.[jt]s$/, '.d.ts');

function relative(folder: string, path: string): string {
  const found = posix.relative(folder, path);
  return found.startsWith('.') ? found : `./${found}`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const messageNamesType = (names: readonly string[]) => `/** The name of a message: its area and its key. */
export type MessageName =
${names.map((name) => `  | '${name}'`).join('\n')};
`;

const { schemas } = openApiOfServer().components as { schemas: Record<string, JsonSchema> };

/**
 * Writes types of the contract as plain TypeScript, for the declarations of the package: those of the sources are
 * inferred from zod schemas, and a partner has no zod. The source is the OpenAPI document of the server.
 * @param names the types to export. The types that they refer to are added
 * @returns the text of a module
 * @throws Error for a name that the OpenAPI document does not have
 */
function contractTypes(names: Iterable<string>): string {
  const found = new Map<string, string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    const schema = schemas[name];
    if (schema === undefined && name !== 'Answers') throw new Error(`OpenAPI has no schema ${name}`);
    const type = schema === undefined ? answersType() : declarationOf(name, schema);
    found.set(name, type);
    for (const [, next = ''] of JSON.stringify(schema ?? Object.keys(answers).map(refOf)).matchAll(
      /#\/components\/schemas\/(\w+)/g,
    ))
      add(next);
  };
  for (const name of names) add(name);
  return [...found.values()].join('\n');
}

const answerName = (step: string) => `${step[0]?.toUpperCase()}${step.slice(1)}Answer`;
const refOf = (step: string) => `#/components/schemas/${answerName(step)}`;

/** The answers by step, which have no schema together. */
const answersType = () =>
  `export interface Answers {\n${Object.keys(answers)
    .map((step) => `${step}: ${answerName(step)};`)
    .join('\n')}\n}\n`;
