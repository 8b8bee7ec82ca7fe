/**
 * Answers with a stream that outlives its request. Kept as a response of node:http under Koa, one on which nothing happens
 * holds three times what its socket does: the context, the request with its token, each header, the listeners on all of it.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from 'koa';

/** How long a caller has to take what was sent and close its half of an ended connection. */
const endsWithinMs = 5_000;

/** Requests of each connection that are not answered yet. */
const unanswered = new WeakMap<Socket, number>();

/** Connections that are streams now. */
const streams = new WeakSet<Socket>();

/**
 * Counts the requests of a connection; to be called for each, before it is handled.
 *
 * @returns false where the connection is a stream already: it is destroyed, and the request must not be handled
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
 * Sends the head, lets go of request and answer, and leaves the connection to the caller, who ends it by `endSocket`. The
 * body has no length and no chunks: it ends with the connection (RFC 9112 6.3). A caller who sends anything more on it,
 * before or after, loses the connection: the answer would stand inside the stream.
 *
 * @returns the connection; destroyed where another request was sent behind this one
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
  // Middleware and metrics that wait for the end of this answer are done with it; the connection stays open.
  res.emit('finish');
  // From here on node:http would wait for a next request. Its parser is detached, so that none is read.
  socket.setTimeout(0);
  socket.removeAllListeners('data');
  socket.on('data', () => socket.destroy());
  return socket;
}

/** Ends a connection: what was written is sent, and five seconds later it is gone, whatever the caller does. */
export function endSocket(socket: Socket): void {
  if (socket.destroyed || socket.writableEnded) return;
  socket.destroySoon();
  const late = setTimeout(() => socket.destroy(), endsWithinMs).unref();
  socket.once('close', () => clearTimeout(late));
}
