/** Reproducible ids: a counter per kind, hashed into the form of a version 4 UUID. */
import { stableId } from '../catalog/stable-values.ts';

/** How many ids of each kind exist. */
export type Counters = Map<string, number>;

/** Increments the counter of this kind and returns it; the first number is 1. */
export function nextNumber(counters: Counters, kind: string): number {
  const number = (counters.get(kind) ?? 0) + 1;
  counters.set(kind, number);
  return number;
}

/** Creates a UUID of this kind. The same sequence of requests gives the same ids. */
export function nextId(counters: Counters, kind: string): string {
  return stableId(kind, nextNumber(counters, kind));
}
