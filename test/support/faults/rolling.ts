/**
 * A rolling release and its rollback: this version, and the same with a migration more, on one PostgreSQL, behind a
 * balancer that gives the requests of one booking to both in turns, while customers book.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../server/core/free-port.ts';
import { book, stuckAfterMs } from '../book.ts';
import { startServerProcess } from '../child-processes.ts';
import { Customer } from '../customer.ts';
import { createNextRelease } from '../next-release.ts';
import type { Verdict } from '../rounds.ts';
import type { Sandbox } from '../sandbox.ts';
import { origin, startService } from '../service.ts';
import { startPostgres } from '../start-postgres.ts';
import { startBalancer } from './balancer.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hooks = fileURLToPath(new URL('../partner-hooks.ts', import.meta.url));
const customersAtOnce = 20;
const looksMs = 200;

/** The result of a rolling release. */
export interface Rolled {
  faults: string[];
  /** How many bookings were completed. */
  bookings: number;
  /** The codes of problems after which a customer tried again. */
  retried: string[];
}

/**
 * Releases a next version and goes back to this one while customers book.
 * @param databaseUrl an empty database
 * @param nextRelease the folder of the next version
 * @param answersBetween how many answers customers send between two changes
 */
export async function rollThrough(
  databaseUrl: string,
  nextRelease: string,
  answersBetween: number,
): Promise<Rolled> {
  const service = await startService();
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...service.env,
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl,
    HOOKS_MODULE: hooks,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_USER: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
  };
  /** The servers that get requests. */
  const servers: string[] = [];
  const balancer = await startBalancer(port, servers);
  const load = startLoad(url);
  const running: Running[] = [];
  /** Starts a server, and sends requests to it once it is ready. */
  async function start(folder: string): Promise<Running> {
    const server = await startRelease(folder, env);
    running.push(server);
    servers.push(server.url);
    return server;
  }
  /** Sends no more requests to a server, and stops it. */
  async function stop(server: Running): Promise<void> {
    servers.splice(servers.indexOf(server.url), 1);
    load.faults.push(...(await server.stop()));
  }
  try {
    let old = await start(root);
    load.begin();
    const next = await start(nextRelease);
    await load.gets(answersBetween);
    await stop(old);
    await load.gets(answersBetween);
    old = await start(root);
    await load.gets(answersBetween);
    await stop(next);
    await load.gets(answersBetween);
    await load.end();
    return { ...load, faults: [...load.faults, ...(await ledgerFaults(service.sandbox, load.bookings))] };
  } finally {
    await load.end();
    await Promise.all(running.map((server) => server.stop()));
    await balancer.close();
    await service.close();
  }
}

export interface Load extends Rolled {
  begin(): void;
  /** Resolves once customers have got so many more views. @throws Error if they are stuck */
  gets(more: number): Promise<void>;
  /** Begins no more bookings. Resolves once the last one has ended. */
  end(): Promise<void>;
}

/** Books without pause, as so many customers at a time. */
export function startLoad(url: string): Load {
  let lanes: Promise<unknown> = Promise.resolve();
  let isOver = false;
  let count = 0;
  let views = 0;
  async function lane(): Promise<void> {
    while (!isOver) {
      const customer = new Customer(url, origin, `user-${count++}`);
      const fault = await book(customer, stuckAfterMs, {
        seen() {
          views += 1;
        },
        sentAway: (code) => void load.retried.push(code),
        looksMs,
      });
      if (fault) load.faults.push(fault);
      else load.bookings += 1;
    }
  }
  const load: Load = {
    faults: [],
    bookings: 0,
    retried: [],
    begin() {
      lanes = Promise.all(Array.from({ length: customersAtOnce }, lane));
    },
    async gets(more) {
      const wanted = views + more;
      for (const endsAt = performance.now() + stuckAfterMs; views < wanted; await sleep(20))
        if (performance.now() > endsAt || load.faults.length > 0)
          throw new Error(load.faults[0] ?? 'too slow');
    },
    async end() {
      isOver = true;
      await lanes;
    },
  };
  return load;
}

/** What the service has more or less than once for each booking. */
export async function ledgerFaults(sandbox: Sandbox, bookings: number): Promise<string[]> {
  const { orders, appointments, schedule_requests } = await sandbox.ledger();
  return Object.entries({ orders, appointments, schedule_requests })
    .filter(([, count]) => count !== bookings)
    .map(([name, count]) => `${count} ${name} for ${bookings} bookings`);
}

/** A server that runs in a process of its own. */
export interface Running {
  url: string;
  /** Sends SIGTERM. @returns what is wrong with its end; nothing if it has ended before */
  stop(): Promise<string[]>;
}

/**
 * Starts the server of a release. Resolves once it is ready.
 * @param port @default a free one
 */
export async function startRelease(
  folder: string,
  env: Record<string, string>,
  port?: number,
): Promise<Running> {
  port ??= await freePort(0, '127.0.0.1');
  const program = 'test/support/tuned-server.ts';
  const url = `http://127.0.0.1:${port}`;
  const server = startServerProcess([join(folder, program)], { ...env, PORT: String(port) });
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await server.until(isReady);
  return {
    url,
    async stop() {
      if (server.isDead()) return [];
      const code = await server.stop();
      // A server that does not stop in time ends with 1.
      return code === 0 ? [] : [`a server ended with ${code ?? server.child.signalCode}`];
    },
  };
}

/** How many answers customers send between two changes, in the torture. */
const answersInTorture = 200;

/** The part of the torture. */
export async function rolling(_: () => number, rounds: number): Promise<Verdict[]> {
  const what = 'release and rollback under 20 bookings at a time';
  const nextRelease = await createNextRelease();
  const postgres = await startPostgres();
  try {
    const faults: string[] = [];
    let [bookings, retried] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const rolled = await rollThrough(await postgres.newDatabase(), nextRelease, answersInTorture);
      faults.push(...rolled.faults);
      bookings += rolled.bookings;
      retried += rolled.retried.length;
    }
    return [{ what, rounds, faults, figures: `${bookings} bookings, ${retried} requests sent again` }];
  } finally {
    await postgres.stop();
    await rm(nextRelease, { recursive: true });
  }
}
