/**
 * The connections of the server. During the stop, the server refuses new connections at once. Each open connection ends
 * after its next response, so that running requests are completed and no connection lasts longer than the stop.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { finished } from 'node:stream';
import type { Activity } from '../../core/activity.ts';
import { atMost, type Clock } from '../../core/clock.ts';
import { serverTimeouts } from './server-timeouts.ts';

/** A server with its open connections. */
export interface Connections {
  /** Not listening yet. */
  server: Server;
  /** Handles one request of `server`, or of another server of the partner. */
  listener: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * Accepts no new connections, and closes the open ones when `stopped` has resolved and no request is running: until then
   * each can bring another request. Resolves when that is completed too.
   */
  drain(stopped: Promise<unknown>): Promise<void>;
  /** Gives running responses `graceMs` milliseconds, then closes the remaining connections. Call it after `drain`. */
  end(graceMs: number): Promise<void>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/**
 * Creates the server and counts its requests.
 * @param handle handles one request, and never rejects
 */
export function createConnections(
  handle: Handle,
  { clock, activity }: { clock: Clock; activity: Activity },
): Connections {
  const underWay = new Map<ServerResponse, Promise<unknown>>();
  let closed: Promise<unknown> | null = null;
  let ended = false;

  function listener(request: IncomingMessage, response: ServerResponse): void {
    if (closed) endWithAnswer(response);
    if (ended) {
      response.writeHead(503).end();
      return;
    }
    const handled = activity.track(handle(request, response));
    // A handler can end before the body is sent. The request runs until the response is sent or the connection is lost.
    const sent = new Promise<void>((done) => finished(response, () => done()));
    const runs = Promise.all([handled, sent]).finally(() => underWay.delete(response));
    underWay.set(response, runs);
  }

  const server = createServer(serverTimeouts, listener);

  return {
    server,
    listener,
    async drain(stopped) {
      // http's own `close` also closes idle connections, on which a request may already be on its way.
      closed ??= new Promise((done) => NetServer.prototype.close.call(server, done));
      for (const response of underWay.keys()) endWithAnswer(response);
      const noneRuns = async () => {
        while (underWay.size > 0) await Promise.allSettled(underWay.values());
      };
      await Promise.all([stopped, noneRuns()]);
      server.closeIdleConnections();
      await noneRuns();
    },
    async end(graceMs) {
      ended = true;
      server.closeIdleConnections();
      await atMost(clock, graceMs, Promise.resolve(closed));
      server.closeAllConnections();
      await closed;
      // Their handlers end with them, or get a little time to clean up.
      await atMost(clock, graceMs, Promise.allSettled(underWay.values()));
      server.close();
    },
  };
}

function endWithAnswer(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Other processes may take the writes one second earlier (jobs/jobs.ts). */
const finishWithinMs = 6_000;
/** For responses that still run at that point. */
const graceMs = 500;

/**
 * Stops the server in order. Resolves when the store is closed, even if some work has not ended in its time.
 *
 * Running requests and writes get the same few seconds. Then other processes may take the
 * writes, waiting requests get their response, and nothing (a slow body, an idle connection, a silent service) delays
 * the end.
 */
export async function stopInOrder(deps: {
  clock: Clock;
  connections: Connections;
  workers: readonly { stop(): Promise<void> }[];
  upstreams: { close(): Promise<void> }[];
  /** Has records of requests up to the last one. */
  accessLog: { close(): Promise<void> };
  store: { close(): Promise<void> };
}): Promise<void> {
  const { clock, connections, workers, upstreams, accessLog, store } = deps;
  const stopped = Promise.allSettled(workers.map((worker) => worker.stop()));
  await atMost(clock, finishWithinMs, connections.drain(stopped));
  // Completes requests that still wait for the service.
  await Promise.all(upstreams.map((upstream) => upstream.close()));
  await connections.end(graceMs);
  await atMost(clock, graceMs, Promise.all([stopped, accessLog.close()]));
  await store.close();
}
