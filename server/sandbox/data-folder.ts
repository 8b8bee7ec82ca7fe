/** `--data DIR`: keeps the state across restarts. What a request changed is on disk before its answer goes out. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Middleware } from 'koa';
import type { State } from './state.ts';

export interface DataFolder {
  saveBeforeAnswers: Middleware;
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
    async saveBeforeAnswers(ctx, next) {
      await next();
      // A read of the service may change something too: links are made, and what is due happens.
      if (ctx.method !== 'GET' || !ctx.path.startsWith('/sandbox')) save();
    },
  };
}
