/**
 * A small load generator. Each of its connections sends the next request after the response to the last one. It writes
 * to bare sockets, because an HTTP client would use as much of the machine as the server under test.
 */
import { connect } from 'node:net';

export interface Load {
  origin: string;
  connections: number;
  durationMs: number;
  /** Returns the text of the next request of one of the connections. */
  request(connection: number): string;
}

/**
 * Runs the load. It rejects at a response other than 2xx, because a refusal is no throughput.
 * @returns responses per second
 */
export async function drive(load: Load): Promise<number> {
  const begin = performance.now();
  const responses = await Promise.all(
    Array.from({ length: load.connections }, (_, connection) =>
      keepAsking(load, connection, begin + load.durationMs),
    ),
  );
  const seconds = (performance.now() - begin) / 1000;
  return responses.reduce((sum, count) => sum + count, 0) / seconds;
}

/** Runs one connection until `end`. @returns how many responses came */
function keepAsking({ origin, request }: Load, connection: number, end: number): Promise<number> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let responses = 0;
    let received = '';
    const socket = connect(Number(port), hostname);
    const ask = () => socket.write(request(connection), 'latin1');
    socket.setEncoding('latin1').setNoDelay();
    socket.on('connect', ask);
    socket.on('data', (text) => {
      received += text;
      if (!isWhole(received)) return;
      if (!received.startsWith('HTTP/1.1 2')) socket.destroy(new Error(`${origin} answered ${received}`));
      received = '';
      responses += 1;
      if (performance.now() < end) ask();
      else socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () =>
      performance.now() < end ? reject(new Error(`${origin} hung up`)) : resolve(responses),
    );
  });
}

/** Creates the text of a request; a body must be ASCII. */
export function wireText(call: string, headers: Record<string, string>, body = ''): string {
  const length = body === '' ? {} : { 'content-length': String(body.length) };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
  return [`${call} HTTP/1.1`, 'host: 127.0.0.1', ...lines, '', body].join('\r\n');
}

/** Whether a response is complete, by its declared length or its last chunk. */
function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return false;
  if (received.startsWith('HTTP/1.1 204')) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
  return length === undefined
    ? received.endsWith('\r\n0\r\n\r\n')
    : received.length >= head + 4 + Number(length);
}
