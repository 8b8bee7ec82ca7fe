/** Serves one page and its files from memory, compressed beforehand, in the same way for every component. */
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { extname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { SlowLine } from './slow-line.ts';

export interface PageServer {
  /** On the line, if there is one. */
  origin: string;
  /** The same server beside the line. */
  directOrigin: string;
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
 * @param behind the address of a server that answers everything else. @default nothing does
 */
export async function startPageServer(line?: SlowLine, behind?: () => string): Promise<PageServer> {
  let packed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page.example');
    const body = packed.get(pathname);
    if (body === undefined) {
      if (!behind) return void response.writeHead(404).end();
      const { method, headers } = request;
      const passed = httpRequest(behind() + request.url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      return void request.pipe(passed);
    }
    response.writeHead(200, {
      'content-type': types[extname(pathname)] ?? types['.json'],
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': 'no-store',
    });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const directOrigin = `http://127.0.0.1:${port}`;
  return {
    origin: line ? await line.to(() => directOrigin) : directOrigin,
    directOrigin,
    serve(files) {
      packed = new Map([...files].map(([path, body]) => [path, compressed(body)]));
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => null);
    },
  };
}
