/** Adds names to an assumptions file that an operator wrote. */
import type { AssumptionName } from '../../upstream/assumptions/schema.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adds names to an entry of the operator's file.
 * @param file parsed JSON; stays unchanged
 * @returns a copy in which the new names come first; the names that the entry already lists are kept
 */
export function withNames(file: object, entry: AssumptionName, names: readonly string[]): object {
  const [head = '', ...rest] = entry.split('.');
  return merged(file as Json, head, rest, names);
}

function merged(node: Json, key: string, rest: string[], names: readonly string[]): Json {
  const value = node[key];
  const [next, ...after] = rest;
  if (next !== undefined) return { ...node, [key]: merged(isObject(value) ? value : {}, next, after, names) };
  if (isObject(value) && Array.isArray(value.replace))
    return { ...node, [key]: { replace: unique(names, value.replace as string[]) } };
  return { ...node, [key]: unique(names, Array.isArray(value) ? (value as string[]) : []) };
}

const unique = (...lists: (readonly string[])[]): string[] => [...new Set(lists.flat())];
