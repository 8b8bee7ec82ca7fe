/** Reads ASSUMPTIONS_FILE: one JSON object of entries; all are optional and unknown ones are refused (VER-10). */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { type AssumptionValues, assumptionsFile } from './schema.ts';

/** The assumptions of a file, or one text for each fault. */
export type ReadAssumptions = { assumptions: AssumptionValues } | { faults: string[] };

/**
 * Reads the file.
 * @param file the path in ASSUMPTIONS_FILE
 * @returns the assumptions, or the faults, which name entries and what is wrong with them, never a value
 */
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
    faults: read.error.issues.map(likeliest).map((issue) => {
      const entry = issue.path.map(String).join('.') || 'the whole';
      const unknown =
        issue.code === 'unrecognized_keys' ? ` (no entry of that name: ${issue.keys.join(', ')})` : '';
      return `${entry}: ${issue.code}${unknown}`;
    }),
  };
}

type Issue = z.core.$ZodIssue;

/** Selects the issue to report for a list that is neither names nor a replacement. */
function likeliest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().find(({ code }) => code !== 'invalid_type') ?? issue.errors[0]?.[0];
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}
