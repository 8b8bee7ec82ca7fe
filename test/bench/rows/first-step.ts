/**
 * Bytes and time to the first usable step of <dx-booking>, compared with components that are embedded in the same way.
 */
import type { Browser } from 'playwright';
import { startBrowser } from '../../support/browser.ts';
import { median, shown } from '../compare.ts';
import { adyen } from '../embeds/adyen.ts';
import type { Embed } from '../embeds/embed.ts';
import { nylas } from '../embeds/nylas.ts';
import { ours } from '../embeds/ours.ts';
import { bytesToFirstStep, closureBytes, timeToFirstStep } from '../first-use.ts';
import type { Row } from '../row.ts';

const rounds = 9;
const slowDown = 4;
const goals = { bytes: 0.25, time: 1 / 3 };

interface Seen {
  embed: Embed;
  firstStepBytes: number;
  closureBytes: number;
  timesMs: number[];
}

export async function firstStep(): Promise<Row[]> {
  const own = await ours();
  const browser = await startBrowser();
  const rows: Row[] = [];
  try {
    for (const [name, start] of Object.entries({
      'Adyen Drop-in with Card': adyen,
      'Nylas scheduling': nylas,
    })) {
      rows.push(...(await against(browser, own, start).catch((error) => [notMeasured(name, error)])));
    }
  } finally {
    await browser.close();
    await own.stop();
  }
  return rows;
}

async function against(browser: Browser, own: Embed, start: () => Promise<Embed>): Promise<Row[]> {
  const other = await start();
  try {
    const both: [Seen, Seen] = [await weighed(browser, own), await weighed(browser, other)];
    // The cost of an empty page: no component can be below it.
    const blank = { ...own, path: '/blank.html', ready: 'document.body !== null' };
    const blankMs: number[] = [];
    // The first visit of each warms the machine and is not counted. Then they take turns at being first.
    for (let round = -1; round < rounds; round += 1) {
      for (const seen of round % 2 === 0 ? both : both.toReversed()) {
        const ms = await timeToFirstStep(browser, seen.embed, slowDown);
        if (round >= 0) seen.timesMs.push(ms);
      }
      blankMs.push(await timeToFirstStep(browser, blank, slowDown));
    }
    return compared(...both, blankMs);
  } finally {
    await other.stop();
  }
}

const weighed = async (browser: Browser, embed: Embed): Promise<Seen> => ({
  embed,
  firstStepBytes: await bytesToFirstStep(browser, embed),
  closureBytes: closureBytes(embed),
  timesMs: [],
});

function compared(own: Seen, other: Seen, blankMs: number[]): Row[] {
  const times = own.timesMs.map((ms, round) => ms / (other.timesMs[round] ?? Number.NaN));
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const bytes = (what: string, key: 'firstStepBytes' | 'closureBytes'): Row => ({
    what,
    against: other.embed.name,
    measured: `${(own[key] / other[key]).toFixed(2)}: ${kilobytes(own[key])} to ${kilobytes(other[key])}`,
    goal: `${goals.bytes} of its bytes`,
    reached: own[key] <= goals.bytes * other[key],
  });
  return [
    bytes('bytes (gzip) of all that is fetched up to the first usable step', 'firstStepBytes'),
    bytes('bytes (gzip) of all scripts and styles there are, later steps included', 'closureBytes'),
    {
      what: `time to the first usable step, processor slowed down ${slowDown} times`,
      against: other.embed.name,
      measured: `${shown(times, 2)}: ${shown(own.timesMs)} to ${shown(other.timesMs)} ms; a blank page ${shown(blankMs)} ms`,
      goal: `${goals.time.toFixed(2)} of its time`,
      reached: median(times) <= goals.time,
    },
  ];
}

function notMeasured(name: string, error: unknown): Row {
  const [reason] = String(error instanceof Error ? error.message : error).split('\n');
  return {
    what: 'bytes and time to the first usable step',
    against: name,
    measured: `not measured: ${reason}`,
    goal: `${goals.bytes} of its bytes, ${goals.time.toFixed(2)} of its time`,
    reached: false,
  };
}
