/** Describes the fault of a store in a sentence for the operator. */
import pg from 'pg';
import { StoreNotOpened, StoreUnavailable } from '../errors.ts';
import { Unreadable } from './encryption.ts';
import { databaseReason } from './store.ts';
import { StoreKeyMissing } from './store-keys.ts';

/**
 * Says what is wrong with a store, without data.
 * @param error of `openStore`, or of a read from the store
 * @returns null for an error of something else
 */
export function storeFault(error: unknown): string | null {
  if (error instanceof StoreNotOpened || error instanceof StoreKeyMissing) return error.message;
  if (error instanceof Unreadable) return `The store can be opened, but ${error.message}.`;
  const isOfSqlite = error instanceof Error && 'errstr' in error;
  if (!(error instanceof StoreUnavailable || error instanceof pg.DatabaseError || isOfSqlite)) return null;
  return `The store can be opened, but not read: ${databaseReason(error)}.`;
}
