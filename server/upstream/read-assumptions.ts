/** Reads the file that ASSUMPTIONS_FILE names: one JSON object of entries, each optional, none unknown (VER-10). */
import { readFileSync } from 'node:fs';
import { type Assumptions, assumptionsFile } from './assumptions.ts';

export type ReadAssumptions = { assumptions: Assumptions } | { faults: string[] };

/** Faults name entries and what is wrong with them, never a value. */
export function readAssumptions(file: string): ReadAssumptions {
  let own: unknown;
  try {
    own = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { faults: ['cannot be read as a file of JSON'] };
  }
  const read = assumptionsFile.safeParse(own);
  if (read.success) return { assumptions: read.data };
  return {
    faults: read.error.issues.map((issue) => {
      const entry = issue.path.map(String).join('.') || 'the whole';
      const unknown =
        issue.code === 'unrecognized_keys' ? ` (no entry of that name: ${issue.keys.join(', ')})` : '';
      return `${entry}: ${issue.code}${unknown}`;
    }),
  };
}
