/**
 * Thrown by a change that was computed from an older revision than the stored one. Compute it again from the stored
 * one.
 */
export class Conflict extends Error {
  constructor() {
    super('computed from an older revision');
  }
}

/** Throws another error in place of a Conflict. @example work().catch(conflictAs(() => new Problem('journey_moved'))) */
export const conflictAs =
  (instead: () => Error) =>
  (error: unknown): never => {
    throw error instanceof Conflict ? instead() : error;
  };

/** The most tries of a change, if others change the same record meanwhile. */
const triesAtMost = 3;

/**
 * Runs `work`, and runs it again if it throws Conflict.
 * @param work reads what is stored, and changes it
 * @throws the error of `work`; Conflict if each of three tries throws it
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Conflict) || tries === triesAtMost) throw error;
    }
}
