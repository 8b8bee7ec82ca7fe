/** Serves HTTP on a free port of this machine. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens. */
export interface Served {
  /** Its origin. */
  url: string;
  port: number;
  /** Ends its connections, and stops. */
  close(): Promise<void>;
}

/**
 * How long a connection stays open unused: a client on a busy machine sends its next request late, and loses it if the
 * server closes the connection meanwhile.
 */
const keepAliveTimeout = 600_000;

/** Starts a server. The caller closes it. */
export const serve = (listener: RequestListener): Promise<Served> =>
  listen(createServer({ keepAliveTimeout }, listener));

/** Lets a server listen. The caller closes it. */
export async function listen(server: Server): Promise<Served> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
