/**
 * Time and bytes to the first usable step of <dx-booking> on a slow line, as our server serves it, compared with an
 * earlier build and with components that are embedded in the same way.
 */
import { startBrowser } from '../../support/browser.ts';
import { median, shown } from '../compare.ts';
import { adyen } from '../embeds/adyen.ts';
import type { Embed } from '../embeds/embed.ts';
import { nylas } from '../embeds/nylas.ts';
import { earlier, ours } from '../embeds/ours.ts';
import { type FirstUse, firstUse, lineName, slowDown, slowLine } from '../first-use.ts';
import type { Row } from '../row.ts';
import type { SlowLine } from '../slow-line.ts';

const rounds = 7;
const before = '41d2056';

/** What each is compared with, and the goals for time, bytes of the first step, and bytes of everything. */
interface Rival {
  name: string;
  start: (line: SlowLine) => Promise<Embed>;
  time: number;
  bytes?: { first: number; all: number };
}
const rivals: Rival[] = [
  { name: before, start: (line) => earlier(line, before), time: 0.55 },
  { name: 'Adyen Drop-in with Card', start: adyen, time: 0.6, bytes: { first: 0.2, all: 0.5 } },
  { name: 'Nylas scheduling', start: nylas, time: 0.3, bytes: { first: 0.2, all: 0.5 } },
];

type Seen = { embed: Embed; uses: FirstUse[] };

export async function firstStep(): Promise<Row[]> {
  const line = slowLine();
  const browser = await startBrowser();
  const own: Seen = { embed: await ours(line), uses: [] };
  // The cost of an empty page: no component can be below it.
  const empty = { ...own.embed, path: () => '/blank.html', ready: 'document.body !== null' };
  const blank: Seen = { embed: empty, uses: [] };
  const others = new Map<Rival, Seen | string>();
  for (const rival of rivals) others.set(rival, await rival.start(line).then(unseen, reasonOf));
  const measured = [...others.values()].filter((other) => typeof other !== 'string');
  try {
    const all = [blank, own, ...measured];
    // The first visit of each warms the machine and is not counted. Then they take turns at being first.
    for (let round = -1; round < rounds; round += 1) {
      for (const { embed, uses } of round % 2 === 0 ? all : all.toReversed()) {
        const use = await firstUse(browser, line, embed, round + 1);
        if (round >= 0) uses.push(use);
      }
    }
    return [...others].flatMap(([rival, other]) =>
      typeof other === 'string' ? notMeasured(rival, other) : compared(rival, own, other, blank),
    );
  } finally {
    await browser.close();
    for (const { embed } of [own, ...measured]) await embed.stop();
    await line.close();
  }
}

const unseen = (embed: Embed): Seen => ({ embed, uses: [] });
const reasonOf = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';

function compared(rival: Rival, own: Seen, other: Seen, blank: Seen): Row[] {
  const timesOf = ({ uses }: Seen) => uses.map(({ ms }) => ms);
  const ratios = timesOf(own).map((ms, round) => ms / (timesOf(other)[round] ?? Number.NaN));
  const time: Row = {
    what: `first usable step: time at ${lineName}, processor ${slowDown} times slower`,
    against: other.embed.name,
    measured: `${shown(ratios, 2)}: ${shown(timesOf(own))} to ${shown(timesOf(other))} ms`,
    floor: `a blank page, ${shown(timesOf(blank))} ms`,
    goal: `${rival.time} of its time`,
    reached: median(ratios) <= rival.time,
  };
  if (!rival.bytes) return [time];
  const bytesOf = ({ uses }: Seen) => median(uses.map(({ bytes }) => bytes));
  const against = other.embed.name;
  return [
    time,
    bytesRow(
      'first usable step: bytes on the wire',
      against,
      bytesOf(own),
      bytesOf(other),
      rival.bytes.first,
    ),
    bytesRow(
      'bytes of all scripts and styles in brotli, later steps included',
      against,
      own.embed.closureBytes,
      other.embed.closureBytes,
      rival.bytes.all,
    ),
  ];
}

function bytesRow(what: string, against: string, own: number, other: number, goal: number): Row {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return {
    what,
    against,
    measured: `${(own / other).toFixed(2)}: ${kilobytes(own)} to ${kilobytes(other)}`,
    goal: `${goal} of its bytes`,
    reached: own <= goal * other,
  };
}

const notMeasured = ({ name, time }: Rival, reason: string): Row => ({
  what: 'first usable step',
  against: name,
  measured: `not measured: ${reason}`,
  goal: `${time} of its time`,
  reached: false,
});
