/** The version of this server. */
import { readFileSync } from 'node:fs';
// A named import of what an older Node lacks would fail before dx-booking.ts says which Node it needs.
import module from 'node:module';
import { z } from 'zod';

const read = z.object({ version: z.string() });
let known: string | undefined;

/** @returns the version of the server's package, such as `1.2.0` */
export function version(): string {
  known ??= read.parse(
    JSON.parse(readFileSync(`${module.findPackageJSON(import.meta.url)}`, 'utf8')),
  ).version;
  return known;
}
