/** Chooses the port of a development service. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows assign by themselves, which could be taken before the service listens. */
const firstPort = 20_000;
const lastPort = 32_767;
/** Processes that start together have different shares, so none takes a port before another one's service listens. */
const shares = 128;
const portsOfShare = Math.floor((lastPort - firstPort + 1) / shares);

/** The last port that this process has tried, in its share. */
let lastTried = randomInt(portsOfShare);

function nextPort(): number {
  lastTried = (lastTried + 1) % portsOfShare;
  return firstPort + (process.pid % shares) * portsOfShare + lastTried;
}

/**
 * @returns the wanted port if it is free, otherwise another free one; 0 always gives another one
 * @throws Error if nothing can listen on the host
 */
export async function freePort(wanted: number, host: string): Promise<number> {
  let port = wanted;
  while (port === 0 || !(await isFree(port, host))) port = nextPort();
  return port;
}

/**
 * Listens on the port for a moment.
 * @throws Error if nothing can listen on the host
 */
export async function isFree(port: number, host: string): Promise<boolean> {
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
