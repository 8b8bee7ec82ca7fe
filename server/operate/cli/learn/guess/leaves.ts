/**
 * Lists the values of a response by name, as the assumptions name them: a key, or a path with dots if the key is not
 * unique.
 */

/** A primitive value or a list of texts. */
export type Leaf = string | number | boolean | readonly string[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string');
/** A key that the assumptions can name. Other keys may be ids or names of persons. */
const isPlain = (key: string) => /^[A-Za-z][\w-]{0,60}$/.test(key);

interface Found {
  path: string[];
  value: Leaf;
}

function leavesIn(node: unknown, path: string[] = []): Found[] {
  if (isTextList(node)) return path.length > 0 ? [{ path, value: node }] : [];
  if (Array.isArray(node)) return node.flatMap((item) => leavesIn(item, path));
  if (isRecord(node))
    return Object.entries(node).flatMap(([key, value]) =>
      isPlain(key) ? leavesIn(value, [...path, key]) : [],
    );
  const isValue = typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean';
  return isValue && path.length > 0 ? [{ path, value: node }] : [];
}

/** The shortest suffix of the path that is unique. */
function nameOf(path: readonly string[], all: readonly string[][]): string {
  for (let parts = 1; parts < path.length; parts++) {
    const name = path.slice(-parts).join('.');
    const same = all.filter((other) => other.slice(-parts).join('.') === name);
    if (new Set(same.map((other) => other.join('.'))).size === 1) return name;
  }
  return path.join('.');
}

/**
 * Lists the values of several samples of one kind by name.
 *
 * @returns the names that every sample has, each with the first value of each sample, in the order of the samples
 */
export function leavesOf(samples: readonly unknown[]): Map<string, Leaf[]> {
  const all = samples.map((sample) => leavesIn(sample));
  const paths = all.flatMap((leaves) => leaves.map(({ path }) => path));
  const table = new Map<string, Leaf[]>();
  for (const path of paths) {
    const name = nameOf(path, paths);
    if (table.has(name)) continue;
    const values = all.map((leaves) => leaves.find((leaf) => leaf.path.join('.') === path.join('.'))?.value);
    if (values.every((value) => value !== undefined)) table.set(name, values);
  }
  return table;
}

/** Like `leavesOf`, but only texts that are not blank; a list of texts is joined by blank lines. */
export function textsOf(samples: readonly unknown[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [name, values] of leavesOf(samples)) {
    const read = values.map((value) => (Array.isArray(value) ? value.join('\n\n') : value));
    if (read.every((value): value is string => typeof value === 'string' && /\S/.test(value)))
      texts.set(name, read);
  }
  return texts;
}
