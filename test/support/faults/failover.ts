/**
 * PostgreSQL dies while customers book, and its standby becomes the primary. Two servers follow it by the hosts of
 * DATABASE_URL. No booking is lost or made twice, and customers meet only problems after which a page tries again.
 */
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../examples/free-port.ts';
import { startSandbox } from '../../../server/sandbox/sandbox.ts';
import { eventually } from '../eventually.ts';
import { developmentKeys } from '../keys.ts';
import type { Verdict } from '../rounds.ts';
import { Sandbox } from '../sandbox.ts';
import { startPostgres } from '../start-postgres.ts';
import { startBalancer } from './balancer.ts';
import { ledgerFaults, type Rolled, startLoad, startRelease } from './rolling.ts';

const origin = 'https://clinic.example';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const hooks = fileURLToPath(new URL('./partner-hooks.ts', import.meta.url));
const customersAtOnce = 8;

/** @param answersBetween how many answers customers get before the failover, and after it */
export async function failOver(answersBetween: number): Promise<Rolled> {
  const primary = await startPostgres();
  const standby = await primary.startStandby();
  const upstream = await startSandbox();
  const sandbox = new Sandbox(upstream.url);
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const { host } = new URL(standby.url);
  const env = {
    PUBLIC_URL: url,
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: (await sandbox.permanentKey()).api_key,
    ORIGINS: origin,
    // The standby first: the servers look for the one that accepts writes.
    DATABASE_URL: `${primary.url.replace('@', `@${host},`)}?target_session_attrs=read-write`,
    HOOKS_MODULE: hooks,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_USER: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    ...(await developmentKeys()),
  };
  const load = startLoad(url, customersAtOnce);
  const servers = await Promise.all([startRelease(root, env), startRelease(root, env)]);
  const balancer = await startBalancer(
    port,
    servers.map((server) => server.url),
  );
  try {
    load.begin();
    await load.gets(answersBetween);
    await primary.crash();
    // Not before a customer has noticed.
    await eventually(() => load.retried.length > 0);
    await standby.promote();
    await load.gets(answersBetween);
    await load.end();
    return { ...load, faults: [...load.faults, ...(await ledgerFaults(sandbox, load.bookings))] };
  } finally {
    await load.end();
    await Promise.all(servers.map((server) => server.stop()));
    await balancer.close();
    await upstream.close();
    await standby.stop();
    await primary.stop();
  }
}

/** How many answers customers get before and after a failover, in the torture. */
const answersInTorture = 150;

/** The part of the torture. */
export async function failover(_: () => number, rounds: number): Promise<Verdict[]> {
  const faults: string[] = [];
  let [bookings, retried] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const rolled = await failOver(answersInTorture);
    faults.push(...rolled.faults);
    bookings += rolled.bookings;
    retried += rolled.retried.length;
  }
  const figures = `${bookings} bookings, ${retried} requests sent again`;
  return [{ what: 'a standby of PostgreSQL becomes the primary', rounds, faults, figures }];
}
