/** `--data DIR`: keeps the state across restarts. Every change is on disk before the response is sent. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import { DatabaseSync } from '../core/required-node.ts';
import type { State } from './state.ts';
import { watchState } from './watched-state.ts';

/** Keeps the state in a folder. */
export interface DataFolder {
  /** Saves what changed during a request before its response is sent. */
  saveBeforeResponse: Middleware;
  /**
   * Resolves when all changes are on disk. All calls of one turn of the event loop share a transaction. Rejects if the
   * folder cannot be written: the next call then saves these changes too.
   */
  save(): Promise<void>;
  /** Saves, and closes the folder. Later calls of `save` do nothing. */
  close(): Promise<void>;
}

/**
 * Opens a folder: creates it if it is missing, and loads the saved records into `state`. From then on it writes the
 * records that changed, one row each.
 * @throws Error if the folder cannot be created or read
 */
export function openDataFolder(folder: string, state: State): DataFolder {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'sandbox.sqlite'));
  database.exec(`pragma journal_mode = wal; pragma synchronous = normal;
    create table if not exists records (place text unique, record text)`);
  const { changed, get, put } = watchState(state);
  const saved = database.prepare('select place, record from records order by rowid').all();
  for (const { place, record } of saved) put(String(place), JSON.parse(String(record)));
  if (saved.length > 0) changed.clear();

  const upsert = database.prepare(`insert into records (place, record) values (?, ?)
    on conflict do update set record = excluded.record`);
  const remove = database.prepare('delete from records where place = ?');
  const write = () => {
    if (changed.size === 0 || !database.isOpen) return;
    database.exec('begin');
    try {
      for (const place of changed) {
        const record = get(place);
        if (record === undefined) remove.run(place);
        else upsert.run(place, JSON.stringify(record));
      }
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
    changed.clear();
  };
  let next: Promise<void> | null = null;
  const save = () => {
    next ??= new Promise<void>((done) => setImmediate(done)).then(() => {
      next = null;
      write();
    });
    return next;
  };
  return {
    save,
    async saveBeforeResponse(_ctx, next) {
      await next();
      await save();
    },
    close: () => save().finally(() => database.close()),
  };
}
