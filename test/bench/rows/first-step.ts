/**
 * Time and bytes to the first step of <dx-booking> on a slow line, as our server serves it: the tag alone, and with the markup
 * of the step in the page. Compared with a component that is embedded in the same way.
 */
import { startLineBrowser } from '../../support/http2-line.ts';
import { median, shown } from '../compare.ts';
import { adyen } from '../embeds/adyen.ts';
import type { Embed } from '../embeds/embed.ts';
import { ours, oursAsMarkup } from '../embeds/ours.ts';
import { type FirstUse, firstUse, lineName, slowDown, slowLine } from '../first-use.ts';
import type { Row } from '../row.ts';

const rounds = 15;

/** The goals for the markup, as shares of Adyen's time to the first usable step. */
const goals = { seen: 0.35, usable: { 'other origin': 0.65, 'same origin': 0.55 } };
const places = ['other origin', 'same origin'] as const;

interface Seen {
  embed: Embed;
  uses: FirstUse[];
}

export async function firstStep(): Promise<Row[]> {
  const line = slowLine();
  const browser = await startLineBrowser();
  const own = unseen(await ours(line));
  const asMarkup = {
    'other origin': unseen(await oursAsMarkup(line, 'other origin')),
    'same origin': unseen(await oursAsMarkup(line, 'same origin')),
  };
  // The cost of an empty page: no component can be below it.
  const blank = unseen({
    ...own.embed,
    path: () => '/blank.html',
    ready: 'document.body !== null',
    seen: 'true',
  });
  const other = unseen(await adyen(line));
  const all = [blank, own, ...Object.values(asMarkup), other];
  try {
    // The first visit of each warms the machine and is not counted. Then they take turns at being first.
    for (let round = -1; round < rounds; round += 1) {
      for (const { embed, uses } of round % 2 === 0 ? all : all.toReversed()) {
        const use = await firstUse(browser, line, embed, round + 1);
        if (round >= 0) uses.push(use);
      }
    }
  } finally {
    await browser.close();
    for (const { embed } of all.slice(1)) await embed.stop();
    await line.close();
  }
  const floor = `a blank page, ${shown(blank.uses.map(({ ms }) => ms))} ms`;
  return [
    { ...timeRow(own, other, 'ms'), floor },
    ...bytesRows(own, other),
    ...places.flatMap((place) => markupRows(asMarkup[place], other, place, floor)),
  ];
}

const unseen = (embed: Embed): Seen => ({ embed, uses: [] });

/** Our time against the other's time to its first usable step. @param goal the most, as a share of it */
function timeRow(own: Seen, other: Seen, key: 'ms' | 'seenMs', goal?: number): Row {
  const [times, theirs] = [own.uses.map((use) => use[key]), other.uses.map(({ ms }) => ms)];
  const ratios = times.map((ms, round) => ms / (theirs[round] ?? Number.NaN));
  return {
    what: `first step ${key === 'ms' ? 'usable' : 'seen'}: time at ${lineName}, processor ${slowDown} times slower`,
    against: other.embed.name,
    measured: `${shown(ratios, 2)}: ${shown(times)} to ${shown(theirs)} ms`,
    ...(goal !== undefined && { goal: `${goal} of its time`, reached: median(ratios) <= goal }),
  };
}

function markupRows(own: Seen, other: Seen, place: (typeof places)[number], floor: string): Row[] {
  const rows = [timeRow(own, other, 'seenMs', goals.seen), timeRow(own, other, 'ms', goals.usable[place])];
  return rows.map((row) => ({
    ...row,
    what: `${row.what}, with its markup in the page, server on the ${place}`,
    floor,
  }));
}

function bytesRows(own: Seen, other: Seen): Row[] {
  const bytesOf = ({ uses }: Seen) => median(uses.map(({ bytes }) => bytes));
  const row = (what: string, ours: number, theirs: number): Row => ({
    what,
    against: other.embed.name,
    measured: `${(ours / theirs).toFixed(2)}: ${kilobytes(ours)} to ${kilobytes(theirs)}`,
  });
  const all = [own.embed.closureBytes, other.embed.closureBytes] as const;
  return [
    row('first usable step: bytes on the wire', bytesOf(own), bytesOf(other)),
    row('bytes of all scripts and styles in brotli, later steps included', ...all),
  ];
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
