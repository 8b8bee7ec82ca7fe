/** The order in which a commit changes several rows. */

/**
 * Removes duplicates and sorts in an order that is the same in every process, so that two commits never deadlock. Of
 * duplicates the first stays.
 * @param name the property that is compared
 */
export function inOrder<K extends string, R extends Record<K, string>>(rows: R[], name: K): R[] {
  const once = new Map(rows.toReversed().map((row) => [row[name], row]));
  return [...once.values()].sort((a, b) => (a[name] < b[name] ? -1 : 1));
}
