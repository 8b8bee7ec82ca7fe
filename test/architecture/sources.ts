/** The project's sources, and what each exports and imports: static, dynamic, type-only and re-exported. */
import { glob, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

export interface Import {
  /** From the project's root for a file of ours, the bare name for a package; null where it is computed. */
  target: string | null;
  typeOnly: boolean;
  /** The imported names; `*` for all. */
  names: string[];
}

/** A name that a file declares and exports. */
interface Export {
  name: string;
  /** Whether a doc comment is directly above it, or above the schema in this file whose type it is. */
  isDocumented: boolean;
}

export interface Source {
  path: string;
  text: string;
  imports: Import[];
  exports: Export[];
}

const folders = ['widget', 'server', 'examples', 'test'];

const read = new Map<string, Promise<Source[]>>();
/** Reads and parses all sources, once in a process. @param root the project's root */
export function readSources(root: string): Promise<Source[]> {
  const known = read.get(root) ?? readAll(root);
  read.set(root, known);
  return known;
}

async function readAll(root: string): Promise<Source[]> {
  const sources: Source[] = [];
  for await (const path of glob(
    folders.map((folder) => `${folder}/**/*.{ts,js,mjs}`),
    // What `dx-booking init` writes into a partner's folder imports the partner's packages.
    { cwd: root, exclude: ['**/dist/**', 'server/operate/cli/templates/**'] },
  )) {
    sources.push(source(path, await readFile(join(root, path), 'utf8')));
  }
  return sources.sort((one, other) => one.path.localeCompare(other.path));
}

export function source(path: string, text: string): Source {
  const { module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const imports: Import[] = [];
  const exports: Export[] = [];
  const add = (specifier: string | null, typeOnly: boolean, names = ['*']) =>
    imports.push({ target: specifier === null ? null : resolve(path, specifier), typeOnly, names });

  for (const { moduleRequest, entries } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    add(
      moduleRequest.value,
      typeOnly,
      entries.map(({ importName }) => importName.name ?? (importName.kind === 'Default' ? 'default' : '*')),
    );
  }
  for (const { start, entries } of module.staticExports) {
    for (const { moduleRequest, isType, importName, exportName } of entries) {
      if (moduleRequest) add(moduleRequest.value, isType, [importName.name ?? '*']);
      else exports.push({ name: exportName.name ?? 'default', isDocumented: isDocumented(text, start) });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    add(literal(text.slice(moduleRequest.start, moduleRequest.end)), false);
  }
  const dynamicAt = new Set(module.dynamicImports.map(({ start }) => start));
  for (const found of text.matchAll(/\bimport\(\s*(['"])([^'"]+)\1\s*\)/g)) {
    if (!dynamicAt.has(found.index) && isInAType(text, found.index)) add(found[2] ?? '', true);
  }
  return { path, text, imports, exports };
}

/** `import('./x.ts').X` names a type if it follows a colon, an equals sign, a bracket or `typeof`. */
function isInAType(text: string, at: number): boolean {
  return /(?:[:=<|&,(]|\btypeof|\bextends)\s*$/.test(text.slice(0, at));
}

/** The comment of a schema is the comment of its type. */
function isDocumented(text: string, start: number): boolean {
  const schema = /^export type \w+ = z\.(?:infer|input|output)<typeof (\w+)>;/.exec(text.slice(start))?.[1];
  const schemaAt = text.search(new RegExp(`^(?:export )?const ${schema}\\b`, 'm'));
  return hasDocComment(text, start) || (schema !== undefined && hasDocComment(text, schemaAt));
}

/** Whether a doc comment ends on the line above the statement at `start`. */
function hasDocComment(text: string, start: number): boolean {
  const before = text.slice(0, start);
  if (!/\*\/\n$/.test(before)) return false;
  return before.startsWith('/**', before.lastIndexOf('/*'));
}

function literal(expression: string): string | null {
  return /^(['"`])([^'"`$]*)\1$/.exec(expression)?.[2] ?? null;
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
}
