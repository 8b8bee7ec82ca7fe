/** Finds a failed request by the reference on the user's screen. */
import { sql } from 'kysely';
import type { FailedRequestRow } from '../../core/store/access-log-tables.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';

/** Finds a failed request by its own id or the service's. @returns null if nothing failed under one of these ids */
export async function findFailure({ db }: Store, ids: readonly string[]): Promise<FailedRequestRow | null> {
  const row = await db
    .selectFrom('failed_requests')
    .selectAll()
    .where((or) => or.or([or('request_id', 'in', ids), or('upstream_request_id', 'in', ids)]))
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const pageSize = 1_000;

/**
 * Finds the user behind a pseudonym among the customers with a data key.
 * @returns the partner's own id; null if the user has none: nothing is stored of this user
 */
export async function findByPseudonym(
  store: Store,
  { pseudonymOf }: Pick<ServerKeys, 'pseudonymOf'>,
  pseudonym: string,
): Promise<string | null> {
  const keys = store.separateKeys ?? store.db;
  let last = '';
  for (;;) {
    const { rows } = await sql<{ customer_id: string }>`
      select customer_id from customer_keys where customer_id > ${last}
      order by customer_id limit ${sql.lit(pageSize)}`.execute(keys);
    const found = rows.find(({ customer_id }) => pseudonymOf(customer_id) === pseudonym);
    if (found) return found.customer_id;
    if (rows.length < pageSize) return null;
    last = rows.at(-1)?.customer_id ?? last;
  }
}
