/** What is wrong with settings, in words. */
import type { z } from 'zod';

/** Copies the settings without the empty ones: an empty setting is a missing one. */
export const withoutEmpty = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/** @returns one sentence for each fault, without values and without a final stop */
export function faultsOf({ issues }: z.core.$ZodError, given: NodeJS.ProcessEnv): string[] {
  const faults = issues.map((issue) => {
    const name = String(issue.path[0]);
    const missing = issue.code === 'invalid_type' && given[name] === undefined;
    return missing ? `${name} is needed` : `${name} ${issue.message}`;
  });
  return [...new Set(faults)];
}
