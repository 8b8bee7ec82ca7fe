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

export interface Measured {
  /** Requests per second with a 2xx response. */
  perSecond: number;
  /** The 99th percentile of the response times, in milliseconds. */
  p99Ms: number;
  medianMs: number;
}

/** Runs the load. It rejects at a response other than 2xx, because a refusal is no throughput. */
export async function drive(load: Load): Promise<Measured> {
  const begin = performance.now();
  const took = await Promise.all(
    Array.from({ length: load.connections }, (_, connection) =>
      keepAsking(load, connection, begin + load.durationMs),
    ),
  );
  const seconds = (performance.now() - begin) / 1000;
  const all = Float64Array.from(took.flat()).sort();
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
  return { perSecond: all.length / seconds, p99Ms: at(0.99), medianMs: at(0.5) };
}

/** Runs one connection until `end`. @returns the response times in milliseconds */
function keepAsking({ origin, request }: Load, connection: number, end: number): Promise<number[]> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const took: number[] = [];
    let received = '';
    let asked = 0;
    const socket = connect(Number(port), hostname);
    const ask = () => {
      asked = performance.now();
      socket.write(request(connection), 'latin1');
    };
    socket.setEncoding('latin1').setNoDelay();
    socket.on('connect', ask);
    socket.on('data', (text) => {
      received += text;
      if (!isWhole(received)) return;
      if (!received.startsWith('HTTP/1.1 2')) socket.destroy(new Error(`${origin} answered ${received}`));
      received = '';
      const now = performance.now();
      took.push(now - asked);
      if (now < end) ask();
      else socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () =>
      performance.now() < end ? reject(new Error(`${origin} hung up`)) : resolve(took),
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
