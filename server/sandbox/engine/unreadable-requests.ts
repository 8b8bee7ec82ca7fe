/** Responds in the envelope to requests that are not valid HTTP or have an invalid address (ERR-01, ERR-02). */
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Context, Middleware } from 'koa';
import type { State } from '../state.ts';
import { errorBody } from './envelope.ts';

const statusOf: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Creates the middleware that responds 400 to an address that Node's HTTP parser accepts but its URL parser does not,
 * such as `http://[`.
 */
export function rejectInvalidAddress(state: State): Middleware {
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

/**
 * Registers the responses to requests that reach no middleware: 400, 408 or 431 if Node's HTTP parser rejects the
 * request, and 405 to CONNECT. A request with an unknown `Expect` header reaches the middleware.
 */
export function answerParseErrors(server: Server, state: State): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, statusOf[error.code ?? ''] ?? 400, 'The request is not valid HTTP.');
  });
  server.on('connect', (_request, socket) => refuse(socket, 405, 'The sandbox is no proxy.'));
  // An unknown `Expect` header does not change the response.
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
