/** Serves one page and its files from memory, compressed beforehand, in the same way for every component. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { page } from './embeds/embed.ts';
import type { SlowLine } from './slow-line.ts';

export interface PageServer {
  /** On the line, if there is one. */
  origin: string;
  /** An empty page of the same site, beside the line. On the line it is `/blank.html`. */
  blankUrl: string;
  /** Replaces everything that is served. */
  serve(files: ReadonlyMap<string, string | Buffer>): void;
  stop(): Promise<void>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/** Compresses as well as brotli can, which is its default. */
const compressed = (body: string | Buffer): Buffer => brotliCompressSync(body);

export const compressedBytes = (bodies: Iterable<string | Buffer>): number =>
  [...bodies].reduce((sum, body) => sum + compressed(body).length, 0);

/**
 * @param line where browsers find it. @default no slow line
 * @param behind the address of a server that has all other paths of its origin on the line. @default nothing does
 */
export async function startPageServer(line?: SlowLine, behind?: () => string): Promise<PageServer> {
  let packed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page.example');
    const body = packed.get(pathname);
    if (body === undefined) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': types[extname(pathname)] ?? types['.json'],
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': 'no-store',
    });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: line ? await line.to((path) => (behind && !packed.has(path) ? behind() : url)) : url,
    blankUrl: `${line ? await line.beside(() => url) : url}/blank.html`,
    serve(files) {
      const served = [['/blank.html', page('', '')] as const, ...files];
      packed = new Map(served.map(([path, body]) => [path, compressed(body)]));
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => null);
    },
  };
}
