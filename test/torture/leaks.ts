/** Checks a process for leaks: connections, files, listeners, streams and memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MainProcess, Place } from './main-process.ts';
import type { State } from './report-state.ts';
import type { Verdict } from './verdict.ts';

/** The server remembers used proofs for minutes, and keeps each customer's position in the stream. */
const keptBytesEach = 1024;
/** What the engine compiles and caches during the run. */
const noiseBytes = 4 * 1024 * 1024;
const settlesWithinMs = 15_000;
const pauseMs = 500;
const mib = 1024 * 1024;

export interface Settled extends State {
  /** The number of live streams, as the server's metrics report it. */
  streams: number;
}

const connectionsOf = ({ resources }: State) => resources.TCPSocketWrap ?? 0;

/** Waits for connections that end by themselves, including those to the service. */
export async function settledState(place: Place, server: MainProcess, before?: Settled): Promise<Settled> {
  const endsAt = performance.now() + settlesWithinMs;
  let last = await look(place, server);
  for (;;) {
    await sleep(pauseMs);
    const now = await look(place, server);
    const isCalm = before
      ? connectionsOf(now) <= connectionsOf(before) && now.openFiles <= before.openFiles
      : connectionsOf(now) === connectionsOf(last) && connectionsOf(now) <= 1;
    if (isCalm || performance.now() > endsAt) return now;
    last = now;
  }
}

async function look(place: Place, server: MainProcess): Promise<Settled> {
  const state = await server.state();
  return { ...state, streams: await place.liveStreams() };
}

export function leftBehind(before: Settled, after: Settled, rounds: number, times: number): Verdict {
  const kept = after.heapBytes - before.heapBytes;
  const rows: [string, number, number][] = [
    ...[...new Set([...Object.keys(before.resources), ...Object.keys(after.resources)])].map(
      (kind): [string, number, number] => [kind, before.resources[kind] ?? 0, after.resources[kind] ?? 0],
    ),
    ['open files', before.openFiles, after.openFiles],
    ['listeners', before.listeners, after.listeners],
    ['live streams', before.streams, after.streams],
  ];
  const more = rows.filter(([, had, has]) => has > had);
  return {
    what: 'resources in use afterwards',
    rounds,
    faults: [
      ...more.map(([what, had, has]) => `${what}: ${had} before, ${has} after`),
      ...(kept > noiseBytes + keptBytesEach * times ? [`${kept} bytes of heap stay`] : []),
      ...after.warnings,
    ],
    figures: `${rows.map(([what, had, has]) => `${what} ${had} to ${has}`).join(', ')}; heap ${(before.heapBytes / mib).toFixed(1)} to ${(after.heapBytes / mib).toFixed(1)} MiB, ${(kept / times).toFixed(0)} bytes each; rss ${(before.rssBytes / mib).toFixed(0)} to ${(after.rssBytes / mib).toFixed(0)} MiB`,
  };
}
