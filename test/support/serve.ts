/** Serves HTTP on a free port of this machine. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';

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

/** A port of this machine that is taken for a server which does not listen yet, because its settings name the port. */
export interface TakenPort {
  port: number;
  /** Lets the server listen there. */
  pass(server: NetServer): Promise<void>;
}

/** Takes a free port, so that no other process gets it meanwhile. */
export async function takePort(): Promise<TakenPort> {
  const holder = new NetServer();
  await once(holder.listen(0, '127.0.0.1'), 'listening');
  const { port } = holder.address() as AddressInfo;
  return {
    port,
    async pass(server) {
      await once(server.listen(holder), 'listening');
    },
  };
}

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
