/** The memory of an idle live stream. Each stream belongs to its own customer, with a token and a proof. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from '../caller.ts';
import { wireText } from '../load.ts';
import { type Partner, startPartner } from '../partner.ts';
import type { Row } from '../row.ts';

const streams = 10_000;
const atOnce = 64;
const goalKib = 20;
const kib = 1024;
/** Longer than the pause between two heartbeats. */
const idleMs = 20_000;

export async function liveStreams(): Promise<Row[]> {
  const partner = await startPartner();
  try {
    const callers = await inTurns(streams, (n) => new Caller(partner.url, `live-${n}`).signIn());
    // A page reads its view before it connects, so the server knows its token and key.
    await inTurns(streams, (n) => callers[n]?.call('GET', '/appointments') ?? Promise.resolve());
    const requests = callers.map((caller) => wireText('GET /live', caller.headers('GET', '/live')));
    const before = await settled(partner);
    const open = await openAll(partner, requests);
    await sleep(idleMs);
    const during = await settled(partner);
    const alive = open.filter(({ received }) => received.heartbeats > 0 && !received.ended).length;
    for (const { socket } of open) socket.destroy();
    const after = await settled(partner);
    const each = (kind: 'rss' | 'heap' | 'external') => (during[kind] - before[kind]) / streams / kib;
    const left = (after.heap - before.heap) / streams / kib;
    return [
      {
        what: `${streams} idle live streams of as many customers (${alive} had a heartbeat)`,
        against: `memory before, all of them signed in, both after a collection: ${(before.rss / kib / kib).toFixed(0)} MiB`,
        measured: `${each('rss').toFixed(2)} KiB each (heap ${each('heap').toFixed(2)}, external ${each('external').toFixed(2)}; afterwards heap ${left.toFixed(2)}, connections and timers ${after.resources - before.resources})`,
        goal: `less than ${goalKib} KiB each`,
        reached: each('rss') < goalKib && alive === streams,
      },
    ];
  } finally {
    await partner.stop();
  }
}

/** How many requests run at a time. */
async function inTurns<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      done[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return done;
}

/** Measured after all earlier requests have ended. */
async function settled(partner: Partner) {
  for (let round = 0; round < 3; round += 1) {
    await partner.memory('collected');
    await sleep(1_000);
  }
  return partner.memory('collected');
}

interface Stream {
  socket: Socket;
  received: { heartbeats: number; ended: boolean };
}

const openAll = (partner: Partner, requests: string[]): Promise<Stream[]> =>
  inTurns(requests.length, (n) => openOne(new URL(partner.url), requests[n] ?? ''));

function openOne({ hostname, port }: URL, request: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const received = { heartbeats: 0, ended: false };
    const socket = connect(Number(port), hostname, () => socket.write(request, 'latin1'));
    socket.setEncoding('latin1');
    let greeting = '';
    let greeted = false;
    socket.on('data', (text) => {
      if (greeted) received.heartbeats += 1;
      else {
        greeting += text;
        greeted = greeting.includes('event: reread');
        if (greeted) resolve({ socket, received });
        else if (!greeting.startsWith('HTTP/1.1 200')) reject(new Error(`A stream was answered ${greeting}`));
      }
    });
    socket.on('error', reject);
    socket.on('close', () => {
      received.ended = true;
      reject(new Error('A stream ended before it began.'));
    });
  });
}
