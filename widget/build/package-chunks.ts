/**
 * Which modules come in one file of the npm package, and its name. A bundler drops what a page does not import, but
 * divides no file. So each file has the modules that the same elements share, and the client loads nothing of Lit.
 *
 * npm orders the files by name, and compresses what is alike better if it is close together. So the names put files that
 * are alike side by side: the parts of the elements first, and the texts last.
 */
import type { Rolldown } from 'vite';

type Part = 'booking' | 'steps' | 'appointments' | 'physician' | 'handoff' | 'client';

/** The entries, and the modules that the booking loads after its first step. */
const parts: [Part, RegExp][] = [
  ['booking', /\/widget\/journey\/booking\.ts$/],
  ['steps', /\/widget\/journey\/(?:choice|details)-steps\.ts$/],
  ['appointments', /\/widget\/appointments\/appointments\.ts$/],
  ['physician', /\/widget\/physician\/physician-order\.ts$/],
  ['handoff', /\/widget\/handoff\/handoff-element\.ts$/],
  ['client', /\/widget\/client\/booking-client\.ts$/],
];

/** The modules that warn the developer of the page on the console. */
const warnings =
  /\/widget\/(?:session\/(?:diagnose|error-codes)|core\/attribute-warning|ui\/(?:low-contrast|sandboxed-forms))\.ts$/;

/** All modules that import a module, themselves or through others, and the module itself. */
function importersOf(id: string, bundle: Rolldown.ChunkingContext, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const importer of bundle.getModuleInfo(id)?.importers ?? []) importersOf(importer, bundle, found);
  return found;
}

/**
 * The file of a module that several parts share.
 * @returns null for any other module: the bundler divides those
 */
export function packageChunkOf(id: string, bundle: Rolldown.ChunkingContext): string | null {
  if (warnings.test(id)) return 'core-warnings';
  const importers = [...importersOf(id, bundle)];
  const users = parts.filter(([, module]) => importers.some((each) => module.test(each)));
  const isFor = (part: Part) => users.some(([name]) => name === part);
  if (users.length < 2) return null;
  if (isFor('client')) return isFor('handoff') ? 'common' : 'core-session';
  if (isFor('handoff')) return 'core';
  if (isFor('booking')) return users.length === 2 && isFor('steps') ? null : 'element';
  return isFor('appointments') && !isFor('physician') ? 'booking-times' : 'element-choice';
}

/** The texts of a file: their language, and the name of their module. */
const texts = /\/texts\/(?:(\w\w)\/)?([\w-]+)\.(?:ts|json)$/;

/** The name of a file that is not an entry. It needs no hash. */
export function packageChunkName({ facadeModuleId }: Rolldown.PreRenderedChunk): string {
  const [, language, name] = texts.exec(facadeModuleId ?? '') ?? [];
  return name === undefined ? '[name].js' : `${['text', language, name].filter(Boolean).join('-')}.js`;
}
