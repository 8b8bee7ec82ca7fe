/** Reads a table until nothing of it has to be encrypted anew. */

export interface Resealed {
  table: string;
  /** How many values were encrypted anew. */
  resealed: number;
  /** How many values are still under which other key, whether or not it is one of ours. */
  remaining: Map<string, number>;
}

/** One reading of a table. */
export interface Pass extends Omit<Resealed, 'table'> {
  /** Whether another pass would find nothing to do. */
  isSettled: boolean;
}

/** A server that still encrypts under another key would never let it end. */
const passesAtMost = 5;

/** Passes until one finds nothing to do. */
export async function repeat(table: string, pass: () => Promise<Pass>): Promise<Resealed> {
  let resealed = 0;
  for (let passes = 1; ; passes += 1) {
    const done = await pass();
    resealed += done.resealed;
    if (done.isSettled || passes === passesAtMost) return { table, resealed, remaining: done.remaining };
  }
}
