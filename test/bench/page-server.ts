/** Serves one page and its files from memory, compressed beforehand, in the same way for every component. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

export interface PageServer {
  origin: string;
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

export const gzipped = (body: string | Buffer): Buffer =>
  gzipSync(body, { level: constants.Z_BEST_COMPRESSION });

export async function startPageServer(): Promise<PageServer> {
  let packed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page.example');
    const body = packed.get(pathname);
    if (body === undefined) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': types[extname(pathname)] ?? types['.json'],
      'content-encoding': 'gzip',
      'content-length': body.length,
      'cache-control': 'no-store',
    });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    serve(files) {
      packed = new Map([...files].map(([path, body]) => [path, gzipped(body)]));
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => null);
    },
  };
}
