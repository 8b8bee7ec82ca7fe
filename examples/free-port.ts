/** Chooses the port of a development service. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows assign by themselves, which could be taken before the service listens. */
const firstPort = 20_000;
const lastPort = 32_767;

/**
 * @returns the wanted port if it is free, otherwise a random free one; 0 always gives a random one
 * @throws Error if nothing can listen on the host
 */
export async function freePort(wanted: number, host: string): Promise<number> {
  let port = wanted;
  while (port === 0 || !(await isFree(port, host))) port = randomInt(firstPort, lastPort + 1);
  return port;
}

async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
