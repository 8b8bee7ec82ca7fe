/** A load balancer that sends each request to the next of several servers. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';

export interface Balancer {
  /** How many requests each server received. */
  given: number[];
  close(): Promise<void>;
}

/** Listens on a port, and sends each request to the next of these servers. */
export async function startBalancer(port: number, servers: string[]): Promise<Balancer> {
  const given = servers.map(() => 0);
  let turn = 0;
  // It passes the servers' `Keep-Alive` on, so it must not close an idle connection before they would.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const at = turn++ % servers.length;
    given[at] = (given[at] ?? 0) + 1;
    const { method = 'GET', headers, url } = incoming;
    const passed = request(`${servers[at]}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    given,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
