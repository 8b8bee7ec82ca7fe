/** `--data DIR`: keeps the state across restarts. Every change is on disk before the response is sent. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Middleware } from 'koa';
import type { State } from './state.ts';

/** Keeps the state in a folder. */
export interface DataFolder {
  /** Saves the state after each request that may change it, before its response is sent. */
  saveBeforeResponse: Middleware;
  /**
   * Resolves when the present state is on disk. All calls of one turn of the event loop share one write, so that many
   * requests at a time do not wait for a write each.
   */
  save(): Promise<void>;
}

/**
 * Opens a folder: creates it if it is missing, and loads the saved state into `state`. The result saves this object.
 * @throws Error if the folder cannot be created, or the saved state cannot be read. `save` rejects if it cannot be written
 */
export function openDataFolder(folder: string, state: State): DataFolder {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'sandbox.state');
  if (existsSync(file)) Object.assign(state, deserialize(readFileSync(file)));

  const write = () => {
    writeFileSync(`${file}.new`, serialize(state));
    renameSync(`${file}.new`, file);
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
    async saveBeforeResponse(ctx, next) {
      await next();
      // A read of `/v1` may change the state too: it creates links and does what is due.
      if (ctx.method !== 'GET' || !ctx.path.startsWith('/sandbox')) await save();
    },
  };
}
