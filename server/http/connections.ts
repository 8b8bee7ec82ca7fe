/**
 * The connections of the server. During the stop, the server refuses new connections at once. Each open connection ends
 * after its next response, so that running requests are completed and no connection lasts longer than the stop.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { admitRequest } from './detach-socket.ts';
import { serverTimeouts } from './server-timeouts.ts';

/** A server with its open connections. */
export interface Connections {
  /** Not listening yet. */
  server: Server;
  /** Handles one request of `server`, or of another server of the partner. */
  listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** Accepts no new connections. Resolves when no request is running. */
  drain(): Promise<void>;
  /** Gives running responses `graceMs` milliseconds, then closes the remaining connections. Call it after `drain`. */
  end(graceMs: number): Promise<void>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** Creates the server and counts its requests. @param handle handles one request, and never rejects */
export function createConnections(handle: Handle): Connections {
  const underWay = new Map<ServerResponse, Promise<unknown>>();
  let closed: Promise<unknown> | null = null;
  let ended = false;

  function listener(request: IncomingMessage, response: ServerResponse): void {
    if (!admitRequest(request.socket, response)) return;
    if (closed) endWithAnswer(response);
    if (ended) {
      response.writeHead(503).end();
      return;
    }
    const handled = handle(request, response).finally(() => underWay.delete(response));
    underWay.set(response, handled);
  }

  const server = createServer(serverTimeouts, listener);

  return {
    server,
    listener,
    async drain() {
      // http's own `close` also closes idle connections, on which a request may already be on its way.
      closed ??= new Promise((done) => NetServer.prototype.close.call(server, done));
      for (const response of underWay.keys()) endWithAnswer(response);
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
    },
    async end(graceMs) {
      ended = true;
      server.closeIdleConnections();
      await Promise.race([closed, sleep(graceMs, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
      // Their handlers end with them, or get a little time to clean up.
      await Promise.race([Promise.allSettled(underWay.values()), sleep(graceMs, undefined, { ref: false })]);
      server.close();
    },
  };
}

function endWithAnswer(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
