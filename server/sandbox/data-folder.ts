/** `--data DIR`: keeps the state across restarts. Every write is on disk before its answer goes out. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Middleware } from 'koa';
import type { State } from './state.ts';

export interface DataFolder {
  saveAfterWrites: Middleware;
  save(): void;
}

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
    async saveAfterWrites(ctx, next) {
      await next();
      if (ctx.method !== 'GET') save();
    },
  };
}
