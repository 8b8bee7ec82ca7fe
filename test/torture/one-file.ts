/** Two server processes write to one SQLite file at the same time. Every booking uses both and is made once. */
import { freePort } from '../../server/core/free-port.ts';
import { book, stuckAfterMs } from '../support/book.ts';
import { startBalancer } from '../support/faults/balancer.ts';
import { openPlace } from '../support/faults/main-process.ts';
import { writes } from '../support/faults/writes.ts';
import type { Verdict } from '../support/rounds.ts';
import { atOnce } from '../support/rounds.ts';

const lanes = 6;

export async function oneFile(random: () => number, rounds: number): Promise<Verdict[]> {
  const ports = [await freePort(0, '127.0.0.1'), await freePort(0, '127.0.0.1')];
  const place = await openPlace();
  try {
    // Both start at once: the later one finds the tables, or waits until they exist.
    const servers = await Promise.all(
      ports.map((port) => place.start({ PORT: String(port), METRICS_PORT: '0' })),
    );
    const balancer = await startBalancer(
      Number(new URL(place.url).port),
      ports.map((port) => `http://127.0.0.1:${port}`),
    );
    const begin = performance.now();
    const ms: number[] = [];
    const faults: string[] = [];
    await atOnce(lanes, rounds, async (n) => {
      const bookedAt = performance.now();
      const fault = await book(place.customer(`${n}-${Math.floor(random() * 1e9)}`), stuckAfterMs);
      if (fault) faults.push(fault);
      ms.push(performance.now() - bookedAt);
    });
    const seconds = (performance.now() - begin) / 1000;
    const ledger = await place.sandbox.ledger();
    for (const [kind, effect] of writes)
      if (ledger[effect] !== rounds) faults.push(`${kind}: ${ledger[effect]} effects of ${rounds} bookings`);
    const sent = (await place.sandbox.requests()).filter(({ idempotency_key: key }) => key !== null);
    const bodies = new Map<string, Set<string | null>>();
    for (const { idempotency_key: key, body_sha256: body } of sent)
      bodies.set(`${key}`, (bodies.get(`${key}`) ?? new Set()).add(body));
    for (const [key, each] of bodies) if (each.size > 1) faults.push(`several bodies under the key ${key}`);
    for (const server of servers) if (server.isDead()) faults.push(`a server died: ${server.output()}`);
    await balancer.close();
    ms.sort((a, b) => a - b);
    return [
      {
        what: 'two servers on one SQLite file, each request to the other one',
        rounds,
        faults,
        figures: `${rounds} bookings, ${lanes} at a time, through ${balancer.given.join(' and ')} requests in ${seconds.toFixed(0)} s; ${writes.length} writes each, once; a booking ${(ms[Math.floor(ms.length / 2)] ?? 0).toFixed(0)} ms, at most ${(ms.at(-1) ?? 0).toFixed(0)} ms`,
      },
    ];
  } finally {
    await place.close();
  }
}
