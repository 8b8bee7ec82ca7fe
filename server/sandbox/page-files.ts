/** The files that the sandbox's two pages load, read once; their addresses mirror the folders, so that modules find each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type Router from '@koa/router';
import type { RequestBody } from './engine/request-body.ts';

const folders = ['hosted/page', 'people/page'];
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

const files = new Map(
  folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, import.meta.url))
      .filter((name) => extname(name) in types)
      .map((name) => [
        `${folder}/${name}`,
        {
          type: `${types[extname(name)]}; charset=utf-8`,
          bytes: readFileSync(new URL(`${folder}/${name}`, import.meta.url)),
        },
      ]),
  ),
);

export function servePageFiles(router: Router<RequestBody>): void {
  router.get('/files/*name', (ctx) => {
    const file = files.get(ctx.path.slice('/files/'.length));
    if (file === undefined) return;
    ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' });
    ctx.type = file.type;
    ctx.body = file.bytes;
  });
}
