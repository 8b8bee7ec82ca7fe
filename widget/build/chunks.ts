/** Which modules come in one file: one request for each element, and one for each part of the booking. */
import type { Plugin, Rolldown } from 'vite';

/** Fetched on demand, and free of imports: all elements take the same files. */
const shared =
  /(?:^|\/)(?:error-codes|diagnose|idle-watch|attribute-warning|low-contrast|sandboxed-forms|replaced-texts|problem-texts)\.ts$|^\.\/\w\w\/[\w-]+\.json$/;

/**
 * Puts what the loader imports into one file of its own, which is one request: it gets copies of the modules that others use too.
 * @param entry matches the import in loader.ts
 * @param mark ends the id of each copy, such as `?handoff`
 */
export function ownCopies(entry: RegExp, mark: string): Plugin {
  return {
    name: 'own-copies',
    // Before Vite finds the file itself.
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const within = importer?.endsWith(mark) === true;
      // Only as the loader fetches it: the tests of the server run under this file too, and have modules of the same names.
      const fetched = importer?.endsWith('/widget/loader.ts') === true && entry.test(source);
      if ((!within && !fetched) || shared.test(source)) return null;
      const found = await this.resolve(source, importer?.replace(mark, ''), { ...options, skipSelf: true });
      return found === null || found.external ? found : { ...found, id: found.id + mark };
    },
  };
}

const shell = /\/widget\/journey\/booking\.ts$/;

/** Whether an entry imports a module, itself or through others. */
function isOf(
  entry: RegExp,
  id: string,
  bundle: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  if (entry.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return bundle.getModuleInfo(id)?.importers.some((importer) => isOf(entry, importer, bundle, seen)) ?? false;
}

/** @returns the file of a module of the first step; null for a module that is loaded later: the bundler divides those */
export const chunkOf = (id: string, bundle: Rolldown.ChunkingContext): string | null =>
  isOf(shell, id, bundle) ? 'booking' : null;

/** The language of the texts in a file; undefined if it has none. */
const languageOf = (id: string | null): string | undefined => /\/texts\/(\w\w)\//.exec(id ?? '')?.[1];

/** The name of a file that is not an entry: its module, and for texts their language first. */
export function chunkName({ facadeModuleId }: Rolldown.PreRenderedChunk): string {
  const language = languageOf(facadeModuleId);
  return `${language === undefined ? '' : `${language}-`}[name]-[hash:6].js`;
}
