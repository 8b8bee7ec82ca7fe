/**
 * Turns a response into a bare socket, for a stream that outlives its request. An idle stream that is kept as a Koa
 * response uses three times the memory of its socket: the context, the request with its token, its headers and all
 * listeners.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from 'koa';

/** How long a client has to read what was sent and to close its half of an ended connection. */
const endsWithinMs = 5_000;

/** The number of unanswered requests of each connection. */
const unanswered = new WeakMap<Socket, number>();

/** The connections that are streams. */
const streams = new WeakSet<Socket>();

/**
 * Counts the requests of a connection. Call it for each request, before it is handled.
 *
 * @returns false if the connection is a stream already: it is destroyed, and the request must not be handled
 */
export function admitRequest(socket: Socket, response: ServerResponse): boolean {
  if (streams.has(socket)) {
    socket.destroy();
    return false;
  }
  unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1);
  response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  return true;
}

/**
 * Sends status 200 and the headers of `ctx`, releases request and response, and leaves the socket to the caller, who
 * ends it with `endSocket`. Every request of the connection must have passed `admitRequest`.
 *
 * The body has no length and no chunks: it ends with the connection (RFC 9112 6.3). A client that sends anything more,
 * before or after, loses the connection: the next response would be inside the stream.
 *
 * @returns the socket; destroyed if another request of the connection has no response yet
 */
export function detachSocket(ctx: Context): Socket {
  const { res } = ctx;
  const { socket } = ctx.req;
  ctx.respond = false;
  if ((unanswered.get(socket) ?? 0) > 1) return socket.destroy();
  streams.add(socket);
  ctx.status = 200;
  ctx.set('Connection', 'close');
  ctx.set('Date', new Date().toUTCString());
  const lines = Object.entries(res.getHeaders()).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}\r\n`),
  );
  socket.write(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`, 'latin1');
  // Ends the wait of middleware and metrics for this response; the connection stays open.
  res.emit('finish');
  // Detaches the parser of node:http, which would wait for a next request.
  socket.setTimeout(0);
  socket.removeAllListeners('data');
  socket.on('data', () => socket.destroy());
  return socket;
}

/** Ends a connection after the written data is sent, and destroys it five seconds later in any case. */
export function endSocket(socket: Socket): void {
  if (socket.destroyed || socket.writableEnded) return;
  socket.destroySoon();
  const late = setTimeout(() => socket.destroy(), endsWithinMs).unref();
  socket.once('close', () => clearTimeout(late));
}
