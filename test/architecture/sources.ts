/** The project's sources and what each imports: static, dynamic, type-only and re-exported. */
import { glob, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

export interface Import {
  /** From the project's root for a file of ours, the bare name for a package; null where it is computed. */
  target: string | null;
  typeOnly: boolean;
}

export interface Source {
  path: string;
  text: string;
  imports: Import[];
}

const folders = ['widget', 'server', 'examples', 'test'];

export async function readSources(root: string): Promise<Source[]> {
  const sources: Source[] = [];
  for await (const path of glob(
    folders.map((folder) => `${folder}/**/*.{ts,js,mjs}`),
    { cwd: root, exclude: ['**/dist/**'] },
  )) {
    sources.push(source(path, await readFile(join(root, path), 'utf8')));
  }
  return sources.sort((one, other) => one.path.localeCompare(other.path));
}

export function source(path: string, text: string): Source {
  const { module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const imports: Import[] = [];
  const add = (specifier: string | null, typeOnly: boolean) =>
    imports.push({ target: specifier === null ? null : resolve(path, specifier), typeOnly });

  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType));
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    add(literal(text.slice(moduleRequest.start, moduleRequest.end)), false);
  }
  const dynamicAt = new Set(module.dynamicImports.map(({ start }) => start));
  for (const found of text.matchAll(/\bimport\(\s*(['"])([^'"]+)\1\s*\)/g)) {
    if (!dynamicAt.has(found.index) && isInAType(text, found.index)) add(found[2] ?? '', true);
  }
  return { path, text, imports };
}

/** `import('./x.ts').X` names a type if it follows a colon, an equals sign, a bracket or `typeof`. */
function isInAType(text: string, at: number): boolean {
  return /(?:[:=<|&,(]|\btypeof|\bextends)\s*$/.test(text.slice(0, at));
}

function literal(expression: string): string | null {
  return /^(['"`])([^'"`$]*)\1$/.exec(expression)?.[2] ?? null;
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
}
