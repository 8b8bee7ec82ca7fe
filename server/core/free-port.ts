/** Chooses the port of a development service. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows assign by themselves, which could be taken before the service listens. */
const firstPort = 20_000;
const lastPort = 32_767;
/** Where this process holds its choices. */
const loopback = '127.0.0.1';

/**
 * @returns the wanted port if it is free, otherwise another free one; 0 always gives another one. No process that chooses by this
 *   function gets that one until this process ends, also before anything listens there.
 * @throws Error if nothing can listen on the host
 */
export async function freePort(wanted: number, host: string): Promise<number> {
  if (wanted !== 0 && (await isFree(wanted, host))) return wanted;
  for (;;) {
    const port = randomInt(firstPort, lastPort + 1);
    if ((await hold(port)) && (await isFree(port, host))) return port;
  }
}

/** Binds the UDP port of the same number, which no service needs. @returns false if it was bound */
async function hold(port: number): Promise<boolean> {
  const holder = createSocket('udp4').unref();
  return orTaken(once(holder.bind(port, loopback), 'listening'));
}

/**
 * Listens on the port for a moment.
 * @throws Error if nothing can listen on the host
 */
export async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  if (!(await orTaken(once(probe.listen(port, host), 'listening')))) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}

/** @returns false if the port is taken, or not for this user */
async function orTaken(listening: Promise<unknown>): Promise<boolean> {
  try {
    await listening;
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw error;
  }
}
