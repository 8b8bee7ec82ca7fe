/** Lets a server listen. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Resolves with the port once the server listens.
 * @param setting the name of the setting of the port, for the error
 * @throws Error with a sentence for the operator
 */
export async function listen(
  server: Server,
  port: number | undefined,
  host: string,
  setting: string,
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`${setting} cannot be listened on (${code}).`);
  });
  return (server.address() as AddressInfo).port;
}
