/** A port to listen on: the wanted one, or a free one where that is taken. */
import { once } from 'node:events';
import { createServer } from 'node:net';

export async function freePort(wanted: number, host: string): Promise<number> {
  return (await tryPort(wanted, host)) ?? (await tryPort(0, host)) ?? wanted;
}

async function tryPort(port: number, host: string): Promise<number | undefined> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch {
    return undefined;
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : undefined;
}
