/** Finds the records of the access log about a user or a record. */
import type { Kysely } from 'kysely';
import type { AccessLogRow } from '../store/access-log-tables.ts';
import type { ServerKeys } from '../store/server-keys.ts';
import type { Tables } from '../store/tables.ts';

/** Which records to find. */
export interface AccessQuery {
  /** Your own id of the user: the customer whose data it was, or the one who acted. */
  subject?: string;
  /** The id of a record. */
  recordId?: string;
  /** Milliseconds since the epoch. @default the beginning */
  sinceMs?: number;
}

/** Lists records, oldest first. */
export function list(
  db: Kysely<Tables>,
  { pseudonymOf }: Pick<ServerKeys, 'pseudonymOf'>,
  { subject, recordId, sinceMs = 0 }: AccessQuery,
): Promise<AccessLogRow[]> {
  let query = db.selectFrom('access_log').selectAll().where('at', '>=', sinceMs);
  if (recordId !== undefined) query = query.where('record_id', '=', recordId);
  if (subject !== undefined) {
    const pseudonym = pseudonymOf(subject);
    query = query.where((row) => row.or([row('subject', '=', pseudonym), row('actor', '=', pseudonym)]));
  }
  return query.orderBy('at').orderBy('chain').orderBy('seq').execute();
}
