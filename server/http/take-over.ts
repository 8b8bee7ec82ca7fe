/**
 * Answers with a stream that outlives its request. Kept as a response of node:http under Koa, one on which nothing happens
 * holds three times what its socket does: the context, the request with its token, each header, the listeners on all of it.
 */
import type { Socket } from 'node:net';
import type { Context } from 'koa';

/**
 * Sends the head, lets go of request and answer, and leaves the connection to the caller, who ends it. The body has no
 * length and no chunks: it ends with the connection (RFC 9112 6.3).
 */
export function takeOver(ctx: Context): Socket {
  const { res } = ctx;
  const { socket } = ctx.req;
  ctx.respond = false;
  ctx.status = 200;
  ctx.set('Connection', 'close');
  ctx.set('Date', new Date().toUTCString());
  const lines = Object.entries(res.getHeaders()).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}\r\n`),
  );
  socket.write(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`, 'latin1');
  // Whoever waits for the end of this answer is told, and forgets it; that it does not end the connection is for it to say.
  res.emit('finish');
  // From here on node:http takes the connection for one that waits for a next request.
  socket.setTimeout(0);
  return socket;
}
