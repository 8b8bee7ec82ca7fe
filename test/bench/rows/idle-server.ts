/** What a server costs that nobody uses, before and after a day of bookings. test/core/jobs/idle.test.ts counts its statements. */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { bookInTurns } from '../book-in-turns.ts';
import { median, shown } from '../compare.ts';
import { startPartner } from '../partner.ts';
import type { Row } from '../row.ts';

const goals = { shareOfCore: 0.5, mib: 100 };
const rounds = 5;
const roundMs = 5_000;
/** What a server does once as it starts is over then. */
const startMs = 10_000;
const bookings = 1_000;
const mib = 1024 * 1024;

const emptyRss = () => Number(execFileSync(process.execPath, ['-p', 'process.memoryUsage.rss()']));

export async function idleServer(): Promise<Row[]> {
  const partner = await startPartner();
  try {
    await sleep(startMs);
    const { rss } = await partner.memory('collected');
    const shares: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = await partner.cpuMs();
      await sleep(roundMs);
      shares.push((((await partner.cpuMs()) - before) / roundMs) * 100);
    }
    await bookInTurns([partner], bookings);
    const used = await partner.memory('collected');
    return [
      {
        what: 'processor time of an idle server',
        against: 'one core',
        measured: `${shown(shares, 2)} %`,
        goal: `under ${goals.shareOfCore} %`,
        reached: median(shares) < goals.shareOfCore,
      },
      {
        what: 'memory of an idle server, after a collection',
        against: 'resident size of the process',
        measured: `${(rss / mib).toFixed(0)} MiB`,
        floor: `an empty Node process, ${(emptyRss() / mib).toFixed(0)} MiB`,
        goal: `at most ${goals.mib} MiB`,
        reached: rss <= goals.mib * mib,
      },
      {
        what: `memory after ${bookings.toLocaleString('en-US')} bookings, after a collection`,
        against: 'resident size of the process before them',
        measured: `${(used.rss / mib).toFixed(0)} MiB, ${(used.peakRss / mib).toFixed(0)} MiB at the peak`,
        floor: `${(rss / mib).toFixed(0)} MiB`,
      },
    ];
  } finally {
    await partner.stop();
  }
}
