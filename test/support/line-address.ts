/** The address of a server on a simulated line between a browser and its servers. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type ServerOpts, type Socket } from 'node:net';

/** An address on a line. */
export interface LineAddress {
  url: string;
  /** Ends all of its connections. */
  close(): Promise<void>;
}

/** Opens an address on this machine. @param join called with each connection of the browser */
export async function openLineAddress(
  join: (client: Socket) => void,
  options: ServerOpts = {},
): Promise<LineAddress> {
  const sockets = new Set<Socket>();
  const server = createServer(options, (client) => {
    sockets.add(client);
    join(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
