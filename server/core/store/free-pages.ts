/** Returns the space of deleted rows in a file of SQLite to the disk. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** How many pages SQLite returns to the disk in one transaction: 1 MiB. */
export const pagesAtOnce = 256;

/**
 * Frees pages in steps, so that requests are served in between, until fewer than `least` are left. It does not empty
 * the log.
 * @param options.isStopped ends it after the current step. @default never
 * @returns whether it did a step
 */
export async function freePages(
  db: Kysely<Tables>,
  { least, isStopped = () => false }: { least: number; isStopped?: () => boolean },
): Promise<boolean> {
  for (let before = Number.POSITIVE_INFINITY; ; await nextTurn()) {
    const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
    const free = rows[0]?.freelist_count ?? 0;
    // No page is freed if another program made the file without incremental vacuum.
    if (free < least || free >= before) return before !== Number.POSITIVE_INFINITY;
    before = free;
    await sql`pragma incremental_vacuum(${sql.lit(pagesAtOnce)})`.execute(db);
    if (isStopped()) return true;
  }
}
