/** A flood of unsigned proofs against a small server. The server stays available and stores nothing of them. */
import { floodWithProofs, proofBytes, residentMiB } from '../api/tokens/proof-flood.ts';
import { openPlace } from '../support/faults/main-process.ts';
import type { Verdict } from '../support/rounds.ts';

const proofsPerRound = 2000;
const mostMiB = 16;

export async function unsignedProofs(_random: () => number, rounds: number): Promise<Verdict[]> {
  const place = await openPlace({ NODE_OPTIONS: '--max-old-space-size=128' });
  try {
    const server = await place.start();
    // Compiled code and the young generation have reached their size after this many.
    await floodWithProofs(place.url, 1000, 700);
    const before = await residentMiB(server.pid);
    const count = rounds * proofsPerRound;
    const begin = performance.now();
    const statuses = await floodWithProofs(place.url, count, proofBytes);
    const seconds = (performance.now() - begin) / 1000;
    const grown = (await residentMiB(server.pid)) - before;
    return [
      {
        what: `unsigned proofs of ${proofBytes} bytes at a server with 128 MiB of heap`,
        rounds,
        faults: [
          ...(server.isDead() ? [`the server died: ${server.output()}`] : []),
          ...(grown < mostMiB ? [] : [`resident memory grew by ${grown.toFixed(1)} MiB`]),
          ...[...statuses.keys()].filter((status) => status !== 431).map((status) => `answered ${status}`),
        ],
        figures: `${count} proofs in ${seconds.toFixed(0)} s: ${before.toFixed(0)} MiB resident before, ${grown.toFixed(1)} MiB more after`,
      },
    ];
  } finally {
    await place.close();
  }
}
