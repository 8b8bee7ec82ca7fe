/**
 * Reads the server's settings once from the environment. All faults are reported together, and no message repeats a
 * value (AUTH-12).
 */
import type { z } from 'zod';
import { settings } from './entries.ts';

/** The settings of the server by their names, parsed and with defaults. */
export interface Config extends z.output<typeof settings> {}

/** Reads all settings. @returns the configuration, or one sentence for each fault, without values */
export function readSettings(env: NodeJS.ProcessEnv): { config: Config } | { faults: string[] } {
  const given = withoutEmpty(env);
  const read = settings.safeParse(given);
  return read.success ? { config: read.data } : { faults: faultsOf(read.error, given) };
}

/** Reads all settings. @throws Error that lists all faults, without values */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = readSettings(env);
  if ('faults' in read) throw new Error(tellFaults(read.faults));
  return read.config;
}

/** Writes the operator's message that lists all faults, one a line. */
export const tellFaults = (faults: string[]) =>
  `Settings at fault:\n${faults.map((fault) => `  ${fault}`).join('\n')}`;

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

/** The databases of the settings, as `openStore` takes them. */
export const databasesOf = (config: Config) => ({
  databaseUrl: config.DATABASE_URL,
  sqliteFile: config.SQLITE_FILE,
  keysDatabase: config.KEYS_DATABASE_URL
    ? { databaseUrl: config.KEYS_DATABASE_URL }
    : config.KEYS_SQLITE_FILE
      ? { sqliteFile: config.KEYS_SQLITE_FILE }
      : null,
});
