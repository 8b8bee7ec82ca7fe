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
  server: Server;
  /** Accepts no new connections. Resolves when no request is running. */
  drain(): Promise<void>;
  /** Gives running responses `graceMs` milliseconds, then closes the remaining connections. */
  end(graceMs: number): Promise<void>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** Creates the server and counts its requests. @param handle handles one request */
export function createConnections(handle: Handle): Connections {
  const underWay = new Map<ServerResponse, Promise<unknown>>();
  let closed: Promise<unknown> | null = null;

  const server = createServer(serverTimeouts, (request, response) => {
    if (!admitRequest(request.socket, response)) return;
    if (closed) endWithAnswer(response);
    const handled = handle(request, response).finally(() => underWay.delete(response));
    underWay.set(response, handled);
  });

  return {
    server,
    async drain() {
      // http's own `close` also closes idle connections, on which a request may already be on its way.
      closed ??= new Promise((done) => NetServer.prototype.close.call(server, done));
      for (const response of underWay.keys()) endWithAnswer(response);
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
    },
    async end(graceMs) {
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
