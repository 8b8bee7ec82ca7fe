/** Connections that hold resources: silent ones, slow headers and bodies, and half-closed ones. */
import { connect, type Socket } from 'node:net';

export interface Held {
  what: string;
  /** Milliseconds until the server ended it; null while it is open. */
  endedAfterMs: number | null;
  drop(): void;
}

const everyMs = 500;

const head = (path: string, type: string, credentials: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n${credentials}\r\n`;

/** What is sent at once, what follows byte by byte, and whether the writing half is closed then. */
type Way = { at: string; drip: string; halfClosed?: boolean };

/** @param credentials the lines of a customer's next POST /journeys */
export function waysToHold(credentials: () => string): Record<string, Way> {
  const form = 'application/x-www-form-urlencoded';
  return {
    silence: { at: '', drip: '' },
    'a head byte by byte': { at: 'GET / HTTP/1.1\r\nX: ', drip: 'a' },
    'a form that never ends': { at: head('/token', form, ''), drip: 'a' },
    'a delivery that never ends': {
      at: head('/webhooks', 'application/json', `X-Service-Timestamp: ${Math.floor(Date.now() / 1000)}\r\n`),
      drip: ' ',
    },
    'a body that never ends': { at: head('/journeys', 'application/json', credentials()), drip: ' ' },
    'a body of nobody': { at: head('/journeys', 'application/json', ''), drip: ' ' },
    'a chunk that never ends': {
      at: head('/journeys', 'application/json', credentials()).replace(
        /Content-Length: \d+/,
        'Transfer-Encoding: chunked',
      ),
      drip: '',
    },
    'half a head, half open': { at: 'GET /jwks.json HTTP/1.1\r\nHost', drip: '', halfClosed: true },
    'half a body, half open': { at: `${head('/token', form, '')}a=b`, drip: '', halfClosed: true },
    'a connection that asks no more': {
      at: 'GET /jwks.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3),
      drip: '',
    },
  };
}

export function hold(url: string, what: string, { at, drip, halfClosed }: Way): Held {
  const { hostname, port } = new URL(url);
  const begin = performance.now();
  const socket: Socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
    socket.write(at, 'latin1');
    if (halfClosed) socket.end();
  });
  const dripping = setInterval(() => {
    if (drip !== '' && socket.writable) socket.write(drip);
  }, everyMs);
  const held: Held = { what, endedAfterMs: null, drop: () => socket.destroy() };
  const over = () => {
    held.endedAfterMs ??= performance.now() - begin;
    clearInterval(dripping);
    socket.destroy();
  };
  socket.resume().on('end', over).on('close', over);
  socket.on('error', () => {});
  return held;
}
