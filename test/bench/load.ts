/**
 * A small load generator: so many connections, each sending its next request when the last one is answered. It writes to
 * bare sockets, since an HTTP client would take as much of the machine as the server that is measured.
 */
import { connect } from 'node:net';

export interface Load {
  origin: string;
  connections: number;
  durationMs: number;
  /** The next request, as it goes over the wire. */
  request(): string;
}

/** Requests answered with 2xx, each second. Anything else ends the run: a refusal is no throughput. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const begin = performance.now();
  const answered = await Promise.all(
    Array.from({ length: load.connections }, () => keepAsking(load, begin + load.durationMs)),
  );
  const seconds = (performance.now() - begin) / 1000;
  return answered.reduce((sum, count) => sum + count, 0) / seconds;
}

/** How many answers came on one connection until `end`. */
function keepAsking({ origin, request }: Load, end: number): Promise<number> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let answered = 0;
    let received = '';
    const socket = connect(Number(port), hostname);
    const ask = () => socket.write(request(), 'latin1');
    socket.setEncoding('latin1').setNoDelay();
    socket.on('connect', ask);
    socket.on('data', (text) => {
      received += text;
      if (!isWhole(received)) return;
      if (!received.startsWith('HTTP/1.1 2')) socket.destroy(new Error(`${origin} answered ${received}`));
      received = '';
      answered += 1;
      if (performance.now() < end) ask();
      else socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () =>
      performance.now() < end ? reject(new Error(`${origin} hung up`)) : resolve(answered),
    );
  });
}

/** A request's text; a body must be ASCII. */
export function wireText(call: string, headers: Record<string, string>, body = ''): string {
  const length = body === '' ? {} : { 'content-length': String(body.length) };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
  return [`${call} HTTP/1.1`, 'host: 127.0.0.1', ...lines, '', body].join('\r\n');
}

/** Whether all of an answer is there, its length told beforehand or its end by the last chunk. */
function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
  return length === undefined
    ? received.endsWith('\r\n0\r\n\r\n')
    : received.length >= head + 4 + Number(length);
}
