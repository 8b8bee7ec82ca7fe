/** The English texts of the catalogue by area. */
import { pathToFileURL } from 'node:url';
import { problems } from '../../widget/locales/en/problems.ts';

export type Message = string | Record<string, string>;
export type Texts = Record<string, Record<string, Message>>;

/**
 * Reads each area of the catalogue, by the name that the source gives it.
 * @param sources the files of the catalogue by their path
 */
export async function englishTexts(sources: ReadonlyMap<string, string>): Promise<Texts> {
  const areas: Texts = {};
  for (const [path, text] of sources)
    for (const [, variable = '', area = ''] of text.matchAll(/export const (\w+) = catalogue\('(\w+)'/g)) {
      const module: Record<string, { english: Record<string, Message> }> = await import(
        pathToFileURL(path).href
      );
      areas[area] = { ...areas[area], ...module[variable]?.english };
    }
  // It loads on demand, so it is no area yet.
  areas.problems = problems;
  return areas;
}
