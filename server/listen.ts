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
  await once(server, 'listening').catch(({ code = '' }: NodeJS.ErrnoException) => {
    const advice = adviceOf(code, setting);
    throw new Error(`${setting} ${port} cannot be listened on (${code})${advice ? `: ${advice}` : ''}.`);
  });
  return (server.address() as AddressInfo).port;
}

function adviceOf(code: string, setting: string): string | undefined {
  const host = setting.replace('PORT', 'HOST');
  return {
    EADDRINUSE: `another process listens there. Stop that process, or set another ${setting}`,
    EACCES: `this user may not. Set ${setting} to 1024 or more`,
    EADDRNOTAVAIL: `${host} is no address of this machine`,
  }[code];
}
