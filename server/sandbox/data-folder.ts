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
  /** Writes the state to disk now. */
  save(): void;
}

/**
 * Opens a folder: creates it if it is missing, and loads the saved state into `state`. The result saves this object.
 * @throws Error if the folder cannot be created, or the saved state cannot be read. `save` throws if it cannot be written
 */
export function openDataFolder(folder: string, state: State): DataFolder {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'sandbox.state');
  if (existsSync(file)) Object.assign(state, deserialize(readFileSync(file)));

  const save = () => {
    writeFileSync(`${file}.new`, serialize(state));
    renameSync(`${file}.new`, file);
  };
  return {
    save,
    async saveBeforeResponse(ctx, next) {
      await next();
      // A read of `/v1` may change the state too: it creates links and does what is due.
      if (ctx.method !== 'GET' || !ctx.path.startsWith('/sandbox')) save();
    },
  };
}
