/** A gate between two ends of TCP connections. It forwards them, or it fails as a network fails. */
import { createServer, connect as dial, type Socket } from 'node:net';
import { freePort } from '../../server/core/free-port.ts';

/** Refuses connections, breaks them when bytes arrive, or forwards nothing and breaks nothing. */
export const closings = ['refuses', 'cuts', 'hangs'] as const;
type Closing = (typeof closings)[number];

export interface Gate {
  url: string;
  /** Breaks open connections, and forwards new ones to another port. */
  lead(port: number): void;
  close(how: Closing): Promise<void>;
  /** Forwards again; connections that hung continue. */
  open(): Promise<void>;
  end(): Promise<void>;
}

/** Opens a gate to a port of this machine. */
export async function openGate(to: number): Promise<Gate> {
  const port = await freePort(0, '127.0.0.1');
  const pairs = new Set<readonly [Socket, Socket]>();
  const [breakAll, pauseAll, resumeAll] = [
    (socket: Socket) => void socket.resetAndDestroy(),
    (socket: Socket) => void socket.pause(),
    (socket: Socket) => void socket.resume(),
  ].map((act) => () => {
    for (const pair of [...pairs]) pair.forEach(act);
  }) as [() => void, () => void, () => void];
  let leadsTo = to;
  let closed: Closing | null = null;

  const server = createServer((near) => {
    if (closed === 'cuts')
      return void near.once('error', () => {}).once('data', () => near.resetAndDestroy());
    const far = dial(leadsTo, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, into] of [pair, [far, near] as const]) {
      from.setNoDelay(true);
      // Copied by hand, because a pipe would continue by itself as soon as the other end drains.
      from.on('data', (bytes) => into.write(bytes));
      from.on('end', () => into.end());
      from.on('error', () => into.resetAndDestroy());
      from.on('close', () => {
        pairs.delete(pair);
        if (from.errored === null) into.destroySoon();
      });
    }
    if (closed === 'hangs') for (const socket of pair) socket.pause();
  });
  const listen = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const stopListening = () => {
    if (server.listening) server.close();
  };
  await listen();

  return {
    url: `http://127.0.0.1:${port}`,
    lead(next) {
      leadsTo = next;
      breakAll();
    },
    async close(how) {
      closed = how;
      if (how === 'refuses') stopListening();
      if (how === 'hangs') pauseAll();
      else breakAll();
    },
    async open() {
      closed = null;
      if (!server.listening) await listen();
      resumeAll();
    },
    async end() {
      stopListening();
      breakAll();
    },
  };
}
