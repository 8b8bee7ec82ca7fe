/** The search for a value whose place the specification does not show. */
import { isDeepStrictEqual } from 'node:util';
import { isRecord, type Kind } from './kinds.ts';

/** The result of a search; `ambiguous` if several values are possible. */
export type Found<T> = { state: 'found'; value: T } | { state: 'missing' } | { state: 'ambiguous' };

/** Deeper than any response of the service. */
const deepest = 12;
/** How many keys of a sample are listed. */
const mostKeys = 30;

/**
 * Tries the names in their order, each at every depth: an earlier name anywhere wins over a later one. For one name the
 * usable values at the smallest depth count; two that differ are ambiguous. The search passes through arrays. A name
 * with a dot is a path: `session.id` is the `id` of the value under a `session`.
 */
export function search<T>(sample: unknown, names: readonly string[], kind: Kind<T>): Found<T> {
  for (const name of names) {
    for (const values of usable(sample, name, kind)) if (values.length > 0) return oneAmong(values);
  }
  return { state: 'missing' };
}

/** Searches like `search`, but values that differ are ambiguous at any depth: for a secret, which must be unique. */
export function searchOnly<T>(sample: unknown, names: readonly string[], kind: Kind<T>): Found<T> {
  for (const name of names) {
    const values = [...usable(sample, name, kind)].flat();
    if (values.length > 0) return oneAmong(values);
  }
  return { state: 'missing' };
}

function oneAmong<T>([value, ...others]: T[]): Found<T> {
  const isOne = value !== undefined && others.every((other) => isDeepStrictEqual(other, value));
  return isOne ? { state: 'found', value } : { state: 'ambiguous' };
}

/** The usable values under a name, depth by depth. */
function* usable<T>(sample: unknown, name: string, kind: Kind<T>): Generator<T[]> {
  const path = name.split('.');
  let level: unknown[] = [sample];
  for (let depth = 0; level.length > 0 && depth < deepest; depth++) {
    yield level
      .map((node) => valueAt(node, path))
      .filter((value) => value !== undefined)
      .map((value) => kind.read(value))
      .filter((value) => value !== null);
    level = level.flatMap(childrenOf);
  }
}

/**
 * Lists the names of keys in the sample, as paths of at most three, without duplicates: for the operator, never with a
 * value. At most 30 are listed.
 */
export function keysIn(sample: unknown): string[] {
  const found = new Set<string>();
  const visit = (node: unknown, path: string[]): void => {
    if (Array.isArray(node)) for (const item of node) visit(item, path);
    if (!isRecord(node)) return;
    for (const [key, value] of Object.entries(node)) {
      // A key that is not a plain name may be an id or worse.
      if (found.size >= mostKeys || !/^[A-Za-z][\w-]{0,40}$/.test(key)) continue;
      const at = [...path, key];
      found.add(at.join('.'));
      if (at.length < 3) visit(value, at);
    }
  };
  visit(sample, []);
  return [...found];
}

function valueAt(node: unknown, path: readonly string[]): unknown {
  let value: unknown = node;
  for (const part of path) {
    if (!isRecord(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

function childrenOf(node: unknown): unknown[] {
  const children = Array.isArray(node) ? node : isRecord(node) ? Object.values(node) : [];
  return children.filter((child) => typeof child === 'object' && child !== null);
}

/** Lists all texts in the node, except under a skipped key. */
export function textsIn(node: unknown, isSkipped: (key: string) => boolean): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap((item) => textsIn(item, isSkipped));
  if (!isRecord(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => (isSkipped(key) ? [] : textsIn(value, isSkipped)));
}
