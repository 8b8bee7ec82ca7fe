/** Requests that are no HTTP, or go to an address that is none: told in the envelope all the same (ERR-01, ERR-02). */
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Context, Middleware } from 'koa';
import type { State } from '../state.ts';
import { errorBody } from './envelope.ts';

const statusOf: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Node's parser lets an address through that nobody can take apart, `http://[` for one. */
export function refuseUnreadableAddress(state: State): Middleware {
  return (ctx, next) => {
    if (hasPath(ctx)) return next();
    ctx.status = 400;
    ctx.body = errorBody(state, '', { status: 400, message: 'The address is not valid.' });
    return undefined;
  };
}

function hasPath(ctx: Context): boolean {
  try {
    return ctx.path !== undefined;
  } catch {
    return false;
  }
}

/** What Node's parser refuses reaches no middleware. */
export function answerUnreadable(server: Server, state: State): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, statusOf[error.code ?? ''] ?? 400, 'The request is not valid HTTP.');
  });
  server.on('connect', (_request, socket) => refuse(socket, 405, 'The sandbox is no proxy.'));
  // An expectation that is not understood is no reason to answer differently.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  function refuse(socket: Duplex, status: number, message: string): void {
    const body = JSON.stringify(errorBody(state, '', { status, message }));
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
}
