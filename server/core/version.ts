/** The version of this server. */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { z } from 'zod';

const read = z.object({ version: z.string() });
let known: string | undefined;

/** @returns the version of the server's package, such as `1.2.0` */
export function version(): string {
  known ??= read.parse(JSON.parse(readFileSync(`${findPackageJSON(import.meta.url)}`, 'utf8'))).version;
  return known;
}
