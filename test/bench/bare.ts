/**
 * Servers of bare node:http that check nothing, to compare with. `node bare.ts row FILE ID
 * proxy ORIGIN KEY`.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'undici';

const [kind, first = '', second = ''] = process.argv.slice(2);

function rowServer(file: string, id: string): RequestListener {
  const select = new DatabaseSync(file, { readOnly: true }).prepare('select body from journeys where id = ?');
  return (_request, response) => {
    const body = String(Object(select.get(id)).body);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  };
}

function proxy(upstream: string, apiKey: string): RequestListener {
  const pool = new Pool(upstream, { connections: 32 });
  return async (request, response) => {
    const answer = await pool.request({
      method: 'GET',
      path: request.url ?? '/',
      headers: { 'x-api-key': apiKey },
    });
    response.writeHead(answer.statusCode, { 'content-type': 'application/json' });
    answer.body.pipe(response);
  };
}

const server = createServer(kind === 'row' ? rowServer(first, second) : proxy(first, second));
server.listen(0, '127.0.0.1', () => {
  console.log(`bare ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
