/** Files that import each other, directly or through others; type-only imports count. */
import type { Source } from './sources.ts';

/**
 * Finds the import cycles among `sources`.
 * @returns each cycle as the sorted paths of its files, sorted by the first one
 */
export function fileCycles(sources: readonly Source[]): string[][] {
  const targets = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  );
  const reachable = new Map([...targets.keys()].map((path) => [path, reachableFrom(path, targets)]));
  const cycles = new Map<string, string[]>();
  for (const [path, reached] of reachable) {
    if (!reached.has(path)) continue;
    const cycle = [...reached].filter((other) => reachable.get(other)?.has(path)).sort();
    cycles.set(cycle.join(), cycle);
  }
  return [...cycles.values()].sort(([one = ''], [other = '']) => one.localeCompare(other));
}

function reachableFrom(path: string, targets: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [...(targets.get(path) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next) || !targets.has(next)) continue;
    reached.add(next);
    open.push(...(targets.get(next) ?? []));
  }
  return reached;
}
