/** Writes what a release has beside its scripts: compressed copies, their hashes, and a page's import map. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { keepFunctionNames } from './source-map-names.ts';

/** `import-map.html` has this address in place of the server's. */
const exampleServer = 'https://booking.partner.example';

/**
 * Compresses a file as the server serves it.
 * @param quality of brotli, 0 to 11. @default 11, which takes a second for all scripts
 */
export const brotli = (bytes: Buffer, quality: number = constants.BROTLI_MAX_QUALITY): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/**
 * Shortens the source maps of a build (`keepFunctionNames`), and writes beside its scripts:
 * - `.br` of each script and of its map,
 * - `integrity.json`: `{ version, files }`, the Subresource Integrity of each script by its name,
 * - `import-map.html`: the tags that pin each byte of this release, for a page to copy.
 * @param directory the folder of the build
 * @param version of the package
 * @param quality of `brotli`. @default its own
 */
export function writeRelease(directory: string, version: string, quality?: number): void {
  const files: Record<string, string> = {};
  const names = readdirSync(directory).filter((name) => /\.js(?:\.map)?$/.test(name));
  const read = (name: string) => readFileSync(join(directory, name), 'utf8');
  for (const name of names.filter((each) => each.endsWith('.map')))
    writeFileSync(join(directory, name), keepFunctionNames(read(name), read(name.replace(/\.map$/, ''))));
  for (const name of names.toSorted()) {
    const bytes = readFileSync(join(directory, name));
    if (name.endsWith('.js')) files[name] = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    writeFileSync(join(directory, `${name}.br`), brotli(bytes, quality));
  }
  writeFileSync(join(directory, 'integrity.json'), `${JSON.stringify({ version, files }, null, 2)}\n`);
  writeFileSync(join(directory, 'import-map.html'), pinningTags(version, files));
}

function pinningTags(version: string, files: Record<string, string>): string {
  const base = `${exampleServer}/widget/${version}/`;
  const integrity = Object.fromEntries(Object.entries(files).map(([name, hash]) => [base + name, hash]));
  return `<script type="importmap">
${JSON.stringify({ integrity }, null, 2)}
</script>
<script type="module" src="${base}loader.js" integrity="${files['loader.js']}" crossorigin="anonymous"></script>
`;
}
