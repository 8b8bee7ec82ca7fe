/** Exports that lack a doc comment, in all sources except tests. */
import type { Source } from './sources.ts';

/**
 * Finds the exports of the server, the widget, the examples and `test/support` that another file uses and that have no
 * doc comment.
 * @returns each as the path of its file and its name
 */
export function undocumented(sources: readonly Source[]): string[] {
  const used = new Set(
    sources.flatMap(({ imports }) =>
      imports.flatMap(({ target, names }) => names.map((name) => `${target}: ${name}`)),
    ),
  );
  const found = new Set<string>();
  const documented = new Set<string>();
  for (const { path, exports } of sources) {
    if (path.startsWith('test/') && !path.startsWith('test/support/')) continue;
    for (const { name, isDocumented } of exports) {
      const key = `${path}: ${name}`;
      if (isDocumented) documented.add(key);
      else if (used.has(key) || used.has(`${path}: *`)) found.add(key);
    }
  }
  // Of several signatures of one function, one has the comment.
  return [...found].filter((key) => !documented.has(key));
}
