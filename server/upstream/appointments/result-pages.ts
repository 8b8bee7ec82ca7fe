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
 * @returns the last page, with the records of all. The errors of `readPage` pass through
 */
export async function readResultPages(
  readPage: (offset: number) => Promise<Results>,
  names: AssumptionValues['results'],
): Promise<Results> {
  let page = await readPage(0);
  const listKey = names.containerKeys.find((key) => Array.isArray(page[key]));
  if (listKey === undefined) return page;
  const recordsOf = ({ [listKey]: list }: Results) => (Array.isArray(list) ? list : []);
  const all = recordsOf(page);
  for (let pages = 1; hasMore(page, names) && pages < mostPages; pages++) {
    const next = await readPage(all.length);
    if (recordsOf(next).length === 0) break;
    page = next;
    all.push(...recordsOf(page));
  }
  return { ...page, [listKey]: all };
}
