/** What the operator has given: the environment, and the files of secrets that it names. */
import { readFileSync } from 'node:fs';
import { describeError } from '../core/observability/describe-error.ts';
import { sentenceOf } from './customer-words.ts';
import { entries, hookEntries, secretNames } from './entries.ts';

/** The settings as they were given, without empty ones. */
export interface GivenSettings {
  env: NodeJS.ProcessEnv;
  /** The files of secrets: the path by the name of the setting. */
  files: ReadonlyMap<string, string>;
  /** One sentence for each file that cannot be used, without a final stop. */
  faults: string[];
}

/**
 * Reads the files that settings such as STORE_KEYS_FILE name: the file has the value of STORE_KEYS. A line break at its
 * end is no part of the value. An empty setting is a missing one.
 */
export function readGiven(env: NodeJS.ProcessEnv): GivenSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const files = new Map<string, string>();
  const faults: string[] = [];
  for (const name of secretNames) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    files.set(name, path);
    if (given[name] !== undefined) faults.push(`${name} and ${name}_FILE are both set: keep one of them`);
    else {
      const read = readSecret(path);
      if ('value' in read) given[name] = read.value;
      else faults.push(`${name}_FILE ${read.fault}`);
    }
  }
  return { env: given, files, faults };
}

function readSecret(path: string): { value: string } | { fault: string } {
  try {
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return value === '' ? { fault: 'names an empty file' } : { value };
  } catch (error) {
    return { fault: `cannot be read (${describeError(error).error_code})` };
  }
}

const namesWithoutFiles = Object.keys({ ...entries.shape, ...hookEntries.shape });

/** The names of all settings, and of the files of secrets. */
export const settingNames: readonly string[] = [
  ...namesWithoutFiles,
  ...secretNames.map((name) => `${name}_FILE`),
];

/** A name in the environment that is no setting and looks like one. */
export interface UnknownSetting {
  name: string;
  /** The setting with the nearest name; null if none is near. */
  near: string | null;
}

/** The first words that several settings share, such as `RETENTION_`. */
const prefixes = namesWithoutFiles
  .map((name) => name.slice(0, name.indexOf('_') + 1))
  .filter((prefix, at, all) => prefix !== '' && all.indexOf(prefix) !== at);

/** Kubernetes and Docker name other services so. */
const ofServices = /_SERVICE_(HOST|PORT)|_PORT_\d+_|_PORT$/;

/** Finds names that are nearly a setting which is not set, or begin as several settings do. */
export function findUnknown(env: NodeJS.ProcessEnv): UnknownSetting[] {
  return Object.keys(env)
    .filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name) && !settingNames.includes(name) && !sentenceOf(name))
    .flatMap((name) => {
      const near = nearest(name, settingNames);
      const hasPrefix = prefixes.some((prefix) => name.startsWith(prefix)) && !ofServices.test(name);
      const isOurs = (near !== null && env[near] === undefined) || hasPrefix;
      return isOurs ? [{ name, near }] : [];
    });
}

/** One sentence for an unknown setting, without a final stop. */
export const tellUnknown = ({ name, near }: UnknownSetting): string =>
  `${name} is no setting${near === null ? '' : `; did you mean ${near}?`}`;

/** @returns the known name that differs in at most two characters, or in one if the name is short; null if there is none */
export function nearest<Known extends string>(name: string, allKnown: readonly Known[]): Known | null {
  const most = name.length < 8 ? 1 : 2;
  const distances = allKnown.map((known) => ({ known, distance: editDistance(name, known) }));
  const [best] = distances.toSorted((one, other) => one.distance - other.distance);
  return name.length >= 5 && best && best.distance <= most ? best.known : null;
}

/** How many characters to add, drop or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
