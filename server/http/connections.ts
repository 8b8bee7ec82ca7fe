/**
 * The server's connections, from the first to the last. A server that stops refuses new ones at once; those that are
 * there end with their next answer, which a page that is just asking still gets, and none outlives its time.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { admitRequest } from './detach-socket.ts';
import { patience } from './server-timeouts.ts';

export interface Connections {
  server: Server;
  /** Takes no new ones. Resolves once no request is under way. */
  drain(): Promise<void>;
  /** Leaves `graceMs` to the answers that are on their way; whatever is left then is cut. */
  end(graceMs: number): Promise<void>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

export function createConnections(handle: Handle): Connections {
  const underWay = new Map<ServerResponse, Promise<unknown>>();
  let closed: Promise<unknown> | null = null;

  const server = createServer(patience, (request, response) => {
    if (!admitRequest(request.socket, response)) return;
    if (closed) endWithAnswer(response);
    const handled = handle(request, response).finally(() => underWay.delete(response));
    underWay.set(response, handled);
  });

  return {
    server,
    async drain() {
      // Not http's own: that cuts idle connections, on which a request may already be on its way.
      closed ??= new Promise((done) => NetServer.prototype.close.call(server, done));
      for (const response of underWay.keys()) endWithAnswer(response);
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
    },
    async end(graceMs) {
      server.closeIdleConnections();
      await Promise.race([closed, sleep(graceMs, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
      // What they were doing ends with them, or has a little time to clear up behind itself.
      await Promise.race([Promise.allSettled(underWay.values()), sleep(graceMs, undefined, { ref: false })]);
      server.close();
    },
  };
}

function endWithAnswer(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
