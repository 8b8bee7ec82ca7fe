/** Work on one of several records. A record that cannot be read does not hold up the others. */
import type { Log } from '../observability/log.ts';
import { InvalidValue, Unreadable } from './encryption.ts';

/**
 * Runs the work, and logs a record that nobody can decrypt, or that does not fit the schema of this version.
 * @param record its kind, as support knows it, and its id
 * @returns what the work returns; null for such a record
 */
export async function unlessUnreadable<T>(
  log: Log,
  record: { kind: string; record_id: string },
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { column, fields } = error instanceof InvalidValue ? error : {};
    log('record.invalid', { ...record, column, fields });
    return null;
  }
}
