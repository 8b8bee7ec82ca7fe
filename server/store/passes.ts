/** Reads a table until none of its values must be encrypted again. */

/** What was encrypted again in one table. */
export interface Resealed {
  table: string;
  /** How many values were encrypted again. */
  resealed: number;
  /** How many values are still under another key, by that key's id; also keys that are not configured. */
  remaining: Map<string, number>;
}

/** One pass over a table. */
export interface Pass extends Omit<Resealed, 'table'> {
  /** Whether another pass would find nothing to do. */
  isSettled: boolean;
}

/** A server that still encrypts under another key would make the passes endless. */
const passesAtMost = 5;

/**
 * Runs passes over a table until one finds nothing to do, at most five.
 * @param pass changes what it finds, and counts it
 * @returns the changes of all passes, and what remains after the last one
 */
export async function repeat(table: string, pass: () => Promise<Pass>): Promise<Resealed> {
  let resealed = 0;
  for (let passes = 1; ; passes += 1) {
    const done = await pass();
    resealed += done.resealed;
    if (done.isSettled || passes === passesAtMost) return { table, resealed, remaining: done.remaining };
  }
}
