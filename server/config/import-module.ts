/** Imports what a file of the partner exports under one name, such as its hooks. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeError } from '../core/observability/describe-error.ts';

/**
 * Imports the file that a setting names. A relative path starts at the working directory.
 * @param path the value of the setting
 * @param name the name of the export
 * @returns the export, or a sentence for the operator that names the setting
 */
export async function importModule<T>(
  setting: string,
  path: string,
  name: string,
): Promise<{ exported: T } | { faults: string[] }> {
  const file = resolve(path);
  if (!existsSync(file))
    return { faults: [`${setting} names no file; a relative path starts at the working directory`] };
  try {
    const module = (await import(pathToFileURL(file).href)) as Record<string, T | undefined>;
    const exported = module[name];
    return exported ? { exported } : { faults: [`${setting} exports no "${name}"`] };
  } catch (error) {
    const { error_class, error_code } = describeError(error);
    const reason = error_code ?? error_class;
    return { faults: [`${setting} cannot be loaded (${reason}): run its file with node to see why`] };
  }
}
