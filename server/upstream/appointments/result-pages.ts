/** Reads the results of an order to the last page (Results; RES-02, GAP-75). */
import type { Results } from '../../contract/upstream-api/results.ts';
import { isRecord } from '../assumptions/kinds.ts';
import type { AssumptionValues } from '../assumptions/schema.ts';

/** A service that always says `has_more` is asked no more often. The page then says that there are more results. */
const mostPages = 20;

/** Whether a page says that another one follows. @param names the keys that results may have */
export const hasMore = (page: Results, { pagingKeys }: AssumptionValues['results']): boolean =>
  pagingKeys.some((key) => {
    const paging = page[key];
    return isRecord(paging) && paging.has_more === true;
  });

/**
 * Reads all pages and puts their records into the list of the first one.
 * @param readPage reads the page that begins after so many records
 * @param names the keys that results may have
 * @returns the last page, with the records of all, and with the units and ranges beside them. The errors of `readPage` pass
 *   through
 */
export async function readResultPages(
  readPage: (offset: number) => Promise<Results>,
  names: AssumptionValues['results'],
): Promise<Results> {
  let page = await readPage(0);
  const listKey = names.containerKeys.find((key) => Array.isArray(page[key]));
  if (listKey === undefined) return page;
  const recordsOf = ({ [listKey]: list }: Results) => (Array.isArray(list) ? list : []);
  const pages = [page];
  const all = [...recordsOf(page)];
  while (hasMore(page, names) && pages.length < mostPages) {
    const next = await readPage(all.length);
    if (recordsOf(next).length === 0) break;
    page = next;
    pages.push(page);
    all.push(...recordsOf(page));
  }
  return { ...Object.assign({}, ...pages), ...mergedMaps(pages, names), [listKey]: all };
}

/** The objects beside the records of the pages, each merged: maps of units and ranges. */
function mergedMaps(pages: readonly Results[], { pagingKeys }: AssumptionValues['results']): Results {
  const maps = new Map<string, Record<string, unknown>[]>();
  for (const [key, value] of pages.flatMap(Object.entries))
    if (isRecord(value) && !pagingKeys.includes(key)) maps.set(key, [...(maps.get(key) ?? []), value]);
  return Object.fromEntries([...maps].map(([key, found]) => [key, merged(found)]));
}

/** A name of which two maps say different things is left out: a unit would be wrong for the numbers of one page. */
function merged(maps: readonly Record<string, unknown>[]): Record<string, unknown> {
  const entries = maps.flatMap(Object.entries);
  const textsOf = (name: string) =>
    new Set(entries.filter(([other]) => other === name).map(([, value]) => JSON.stringify(value)));
  return Object.fromEntries(entries.filter(([name]) => textsOf(name).size === 1));
}
