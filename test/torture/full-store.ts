/**
 * The database has no space or refuses writes, and then recovers, at moments that the seed draws, while customers book
 * and events arrive. The server asks clients to try again, and loses nothing that it acknowledged.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { access, constants, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventHeaders } from '../../server/contract/upstream-webhooks.ts';
import { book, stuckAfterMs } from '../support/book.ts';
import type { Customer } from '../support/customer.ts';
import { can, fileSizeLimit, immutable, type StoreFault, smallDisk } from '../support/faults/disk-faults.ts';
import { type MainProcess, openPlace, type Place } from '../support/faults/main-process.ts';
import { writes } from '../support/faults/writes.ts';
import type { Verdict } from '../support/rounds.ts';
import { atOnce, spread } from '../support/rounds.ts';

const mayWrite = (path: string) =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

/** Makes a folder and its files read-only before a start; null if no way stops this user from writing. */
async function readOnlyFolder(folder: string): Promise<{ how: string; undo(): void } | null> {
  await mkdir(folder, { recursive: true });
  const files = (await readdir(folder)).map((name) => join(folder, name));
  const ways: [how: string, begin: [string, ...string[]][], undo: [string, ...string[]][]][] = [
    ['modes', [['chmod', 'a-w', ...files, folder]], [['chmod', 'u+w', folder, ...files]]],
    ['chattr', [['chattr', '+i', ...files, folder]], [['chattr', '-i', folder, ...files]]],
    [
      'a read-only mount',
      [
        ['mount', '--bind', folder, folder],
        ['mount', '-o', 'remount,bind,ro', folder],
      ],
      [['umount', '-l', folder]],
    ],
  ];
  for (const [how, begin, undo] of ways) {
    const run = (steps: [string, ...string[]][]) =>
      steps.every(([command, ...args]) => can(command, ...args));
    if (run(begin) && !(await mayWrite(folder))) return { how, undo: () => void run(undo) };
    run(undo);
  }
  return null;
}

const secret = 'the secret of this run';
const lanes = 3;
const diskMib = 24;
/** The pause between two events. */
const pauseMs = 20;
const longestPeaceMs = 500;
const longestTroubleMs = 600;

export async function fullDisk(random: () => number, rounds: number): Promise<Verdict[]> {
  return [
    await started('without free space', rounds, async (folder) => {
      const disk = smallDisk(folder, 1);
      await disk?.begin();
      return disk && { how: disk.how, undo: () => disk.unmount?.() };
    }),
    await inFlight('without free space', random, rounds, async (folder, start) => {
      const disk = smallDisk(folder, diskMib);
      if (disk) await start();
      return disk;
    }),
    await inFlight('without free space', random, rounds, async (_, start) =>
      fileSizeLimit((await start()).pid),
    ),
  ];
}

export async function readOnly(random: () => number, rounds: number): Promise<Verdict[]> {
  return [
    await started('read-only, new', rounds, readOnlyFolder),
    await started('read-only, existing', rounds, async (folder, place) => {
      await (await place.start()).stop();
      return readOnlyFolder(folder);
    }),
    await inFlight('read-only', random, rounds, async (folder, start) => {
      await start();
      return immutable(join(folder, 'dx.sqlite'));
    }),
  ];
}

async function openFolder() {
  const place = await openPlace({ WEBHOOK_SECRETS: secret });
  const folder = join(place.folder, 'store');
  await mkdir(folder);
  place.env.SQLITE_FILE = join(folder, 'dx.sqlite');
  return { place, folder };
}

/** Checks that the server refuses to start and prints a sentence with the reason. */
async function started(
  what: string,
  rounds: number,
  begin: (folder: string, place: Place) => Promise<{ how: string; undo(): void } | null>,
): Promise<Verdict> {
  const { place, folder } = await openFolder();
  const trouble = await begin(folder, place);
  const verdict = { what: `started with a store ${what}`, rounds, faults: [] as string[] };
  try {
    if (!trouble) return { ...verdict, figures: 'skipped: this user cannot make the fault here' };
    const server = await place.start();
    const output = server.output().trim();
    if (!server.isDead()) verdict.faults.push('it still runs');
    if (!/^The store at SQLITE_FILE cannot be opened for writing: [^\n]+\.$/.test(output))
      verdict.faults.push(`its output is ${JSON.stringify(output)}`);
    return { ...verdict, figures: `by ${trouble.how}: exits with "${output}"` };
  } finally {
    trouble?.undo();
    await place.close();
  }
}

/** Applies the fault and starts the server, in the required order; null if the fault cannot be made here. */
type Prepare = (folder: string, start: () => Promise<MainProcess>) => Promise<StoreFault | null>;

async function inFlight(
  what: string,
  random: () => number,
  rounds: number,
  prepare: Prepare,
): Promise<Verdict> {
  const { place, folder } = await openFolder();
  const faults: string[] = [];
  const verdict = { what: `a store ${what}, repeatedly during requests`, rounds, faults };
  let trouble: StoreFault | null = null;
  try {
    trouble = await prepare(folder, () => place.start());
    if (!trouble) return { ...verdict, figures: 'skipped: this user cannot make the fault here' };
    const kept = await keptUntilRefused(place, trouble);
    const booking = bookAll(place, random, rounds);
    const events = deliverUntil(place, booking);
    const troubled = troubleUntil(trouble, random, booking);
    const { customers, sentAway, faults: met } = await booking;
    const { acknowledged, refused, faults: answered, backMs } = await events;
    acknowledged.push(...kept);
    faults.push(...met, ...answered);
    const times = await troubled;
    const ledger = await place.sandbox.ledger();
    for (const [kind, effect] of writes)
      if (ledger[effect] !== rounds) faults.push(`${kind}: ${ledger[effect]} effects of ${rounds} bookings`);
    faults.push(...(await lostAfterRestart(place, customers, acknowledged)));
    return {
      ...verdict,
      figures: `by ${trouble.how}, ${times} times: ${rounds} bookings sent, asked to try again ${sentAway} times; ${acknowledged.length} events kept, ${refused} refused; available again after ${spread(backMs)}`,
    };
  } finally {
    await trouble?.end();
    await place.stopAll();
    trouble?.unmount?.();
    await place.close();
  }
}

interface Booked {
  /** The customers, each with the last revision that the server sent. */
  customers: Map<Customer, number>;
  sentAway: number;
  faults: string[];
}

async function bookAll(place: Place, random: () => number, rounds: number): Promise<Booked> {
  const booked: Booked = { customers: new Map(), sentAway: 0, faults: [] };
  await atOnce(lanes, rounds, async (n) => {
    const customer = place.customer(`${n}-${Math.floor(random() * 1e9)}`);
    const fault = await book(customer, stuckAfterMs, {
      seen({ revision, shows }) {
        const shown = booked.customers.get(customer) ?? 0;
        if (revision < shown) booked.faults.push(`${shows.step} at ${revision}, after ${shown} was shown`);
        booked.customers.set(customer, revision);
      },
      sentAway() {
        booked.sentAway += 1;
      },
    });
    if (fault) booked.faults.push(fault);
  });
  return booked;
}

/** Makes the fault and repairs it, repeatedly. @returns how often */
async function troubleUntil(
  trouble: StoreFault,
  random: () => number,
  over: Promise<unknown>,
): Promise<number> {
  let isOver = false;
  const done = over.finally(() => {
    isOver = true;
  });
  let times = 0;
  while (!isOver) {
    await Promise.race([sleep(random() * longestPeaceMs), done]);
    await trouble.begin();
    times += 1;
    await Promise.race([sleep(random() * longestTroubleMs), done]);
    await trouble.end();
  }
  return times;
}

/** Keeps a fault until an event is refused, as a short run may end before. @returns the acknowledged events */
async function keptUntilRefused(place: Place, trouble: StoreFault): Promise<string[]> {
  const sent = [randomUUID()];
  await trouble.begin();
  while ((await deliver(place.url, sent.at(-1) ?? '')) === 204) sent.push(randomUUID());
  await trouble.end();
  return sent.slice(0, -1);
}

async function deliverUntil(place: Place, over: Promise<unknown>) {
  let isOver = false;
  void over.finally(() => {
    isOver = true;
  });
  const acknowledged: string[] = [];
  const faults: string[] = [];
  const backMs: number[] = [];
  let refused = 0;
  let refusedAt = 0;
  while (!isOver) {
    const id = randomUUID();
    const status = await deliver(place.url, id);
    if (status === 204) {
      acknowledged.push(id);
      if (refusedAt > 0) backMs.push(performance.now() - refusedAt);
      refusedAt = 0;
    } else if (status === 503) {
      refused += 1;
      refusedAt ||= performance.now();
    } else faults.push(`an event was answered ${status}`);
    await sleep(pauseMs);
  }
  return { acknowledged, refused, faults, backMs };
}

async function deliver(url: string, id: string): Promise<number> {
  const body = JSON.stringify({ id, type: 'torture.happened', data: { object: {} } });
  const at = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const headers = { [eventHeaders.timestamp]: at, [eventHeaders.signature]: signature };
  const answer = await fetch(`${url}/webhooks`, { method: 'POST', headers, body });
  await answer.body?.cancel();
  return answer.status;
}

/** Checks what the next process finds: an intact file, each event, and each customer at the last step. */
async function lostAfterRestart(place: Place, customers: Booked['customers'], events: string[]) {
  const faults: string[] = [];
  await place.stopAll();
  const store = new DatabaseSync(`${place.env.SQLITE_FILE}`);
  const [checked] = store.prepare('pragma integrity_check').all();
  if (checked?.integrity_check !== 'ok') faults.push('the file is not whole');
  const kept = new Set(
    store
      .prepare('select id from webhook_events')
      .all()
      .map(({ id }) => id),
  );
  store.close();
  const lost = events.filter((id) => !kept.has(id)).length;
  if (lost > 0) faults.push(`${lost} acknowledged events lost`);
  await place.start();
  for (const [customer, revision] of customers) {
    await customer.signIn();
    const view = await customer.read();
    if (view.shows.step !== 'sent' || view.revision < revision)
      faults.push(`a customer is back at ${view.shows.step}, ${view.revision} of ${revision}`);
  }
  return faults;
}
