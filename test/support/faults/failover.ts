/**
 * PostgreSQL dies while customers book, and its standby becomes the primary, again and again: the one that died comes back
 * as the standby. Two servers follow the primary by the hosts of DATABASE_URL. No booking is lost or made twice, and customers
 * meet only problems after which a page tries again.
 */
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../server/core/free-port.ts';
import { eventually } from '../eventually.ts';
import type { Verdict } from '../rounds.ts';
import { startService } from '../service.ts';
import { startPostgres, type TestPostgres } from '../start-postgres.ts';
import { startBalancer } from './balancer.ts';
import { ledgerFaults, type Rolled, startLoad, startRelease } from './rolling.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hooks = fileURLToPath(new URL('../partner-hooks.ts', import.meta.url));

/**
 * @param times how many standbys become the primary
 * @param answersBetween how many answers customers get before each failover, and after the last one
 */
export async function failOver(times: number, answersBetween: number): Promise<Rolled> {
  const first = await startPostgres();
  const members: TestPostgres[] = [first];
  let primary = first;
  let standby = await first.startStandby();
  members.push(standby);
  const service = await startService();
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const { host } = new URL(standby.url);
  const env = {
    ...service.env,
    PUBLIC_URL: url,
    // The standby first: the servers look for the one that accepts writes.
    DATABASE_URL: `${primary.url.replace('@', `@${host},`)}?target_session_attrs=read-write`,
    HOOKS_MODULE: hooks,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_USER: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
  };
  const load = startLoad(url);
  const servers = await Promise.all([startRelease(root, env), startRelease(root, env)]);
  const balancer = await startBalancer(
    port,
    servers.map((server) => server.url),
  );
  try {
    load.begin();
    for (let time = 1; time <= times; time++) {
      await load.gets(answersBetween);
      const retried = load.retried.length;
      await primary.crash();
      // Not before a customer has noticed.
      await eventually(() => load.retried.length > retried);
      await standby.promote();
      const port = Number(new URL(primary.url).port);
      primary = standby;
      standby = await primary.startStandby(port);
      members.push(standby);
    }
    await load.gets(answersBetween);
    await load.end();
    return { ...load, faults: [...load.faults, ...(await ledgerFaults(service.sandbox, load.bookings))] };
  } finally {
    await load.end();
    await Promise.all(servers.map((server) => server.stop()));
    await balancer.close();
    await service.close();
    for (const member of members) await member.stop();
  }
}

/** How many answers customers get before and after a failover, in the torture. */
const answersInTorture = 150;

/** The part of the torture. */
export async function failover(_: () => number, rounds: number): Promise<Verdict[]> {
  const faults: string[] = [];
  let [bookings, retried] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const rolled = await failOver(1, answersInTorture);
    faults.push(...rolled.faults);
    bookings += rolled.bookings;
    retried += rolled.retried.length;
  }
  const figures = `${bookings} bookings, ${retried} requests sent again`;
  return [{ what: 'a standby of PostgreSQL becomes the primary', rounds, faults, figures }];
}
