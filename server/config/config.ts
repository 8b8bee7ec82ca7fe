/**
 * Reads the server's settings once from the environment. All faults are reported together, and no message repeats a
 * value (AUTH-12).
 */
import type { z } from 'zod';
import { readTexts } from './customer-words.ts';
import { settings } from './entries.ts';
import { findUnknown, readGiven, tellUnknown } from './given-settings.ts';

/** The settings of the server by their names, parsed and with defaults. */
export interface Config extends z.output<typeof settings> {}

/**
 * Reads all settings, also from the files that settings such as STORE_KEYS_FILE name.
 * @param options.refuseUnknown whether a name that is nearly a setting is a fault. @default true
 * @returns the configuration, or one sentence for each fault, without values
 */
export function readSettings(
  env: NodeJS.ProcessEnv,
  { refuseUnknown = true }: { refuseUnknown?: boolean } = {},
): { config: Config } | { faults: string[] } {
  const given = readGiven(env);
  const read = settings.safeParse(readTexts(given.env));
  const faults = [...given.faults, ...(refuseUnknown ? findUnknown(given.env).map(tellUnknown) : [])];
  if (read.success && faults.length === 0) return { config: read.data };
  // A file that cannot be used is one fault, not two.
  const isTold = (fault: string) =>
    [...given.files.keys()].some((name) => fault.startsWith(`${name} is needed`) && given.faults.length > 0);
  const others = read.success ? [] : faultsOf(read.error, given.env).filter((fault) => !isTold(fault));
  return { faults: [...faults, ...others] };
}

/** Reads all settings. @throws Error that lists all faults, without values */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = readSettings(env);
  if ('faults' in read) throw new Error(tellFaults(read.faults));
  return read.config;
}

/** Writes the operator's message that lists all faults, one a line. Without keys there is most likely no file of settings yet. */
export const tellFaults = (faults: string[]) =>
  [
    'Settings at fault:',
    ...[...new Set(faults)].map((fault) => `  ${fault}`),
    ...(faults.includes('STORE_KEYS is needed')
      ? ['"npx dx-booking init" writes a .env with new keys.']
      : []),
  ].join('\n');

/** @returns one sentence for each fault, without values and without a final stop */
export function faultsOf({ issues }: z.core.$ZodError, given: NodeJS.ProcessEnv): string[] {
  const faults = issues.map((issue) => {
    const [setting, language = 'default'] = issue.path;
    const suffix = language === 'default' ? '' : `_${String(language).toUpperCase().replace('-', '_')}`;
    const name = `${String(setting)}${suffix}`;
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
