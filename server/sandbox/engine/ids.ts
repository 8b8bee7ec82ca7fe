/** Ids that come out the same for the same calls: a counter per kind, hashed into the shape of a version 4 UUID. */
import { stableId } from '../catalog/stable-id.ts';

export type Counters = Map<string, number>;

/** How many of this kind there are, the new one included. */
export function nextNumber(counters: Counters, kind: string): number {
  const number = (counters.get(kind) ?? 0) + 1;
  counters.set(kind, number);
  return number;
}

export function nextId(counters: Counters, kind: string): string {
  return stableId(kind, nextNumber(counters, kind));
}
