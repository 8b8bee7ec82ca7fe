/**
 * The time of all processes that share a database. A lease ends at the same moment for each of them, although the clocks
 * of their machines differ.
 */
import { sql } from 'kysely';
import { type Clock, systemClock } from '../clock.ts';
import type { Store } from './store.ts';

/** How often a server measures the difference of the clocks, in milliseconds. */
export const measureEveryMs = 30_000;
/** The fastest of several measurements is the most exact. */
const measurements = 3;

/** A clock that follows the database's. */
export interface DatabaseClock {
  clock: Clock;
  /** How far the clock of this machine is ahead of the database's, in milliseconds; 0 with SQLite, which is a file on it. */
  aheadMs(): number;
  /** Measures the difference again. @throws StoreUnavailable, and keeps the last difference */
  measure(): Promise<void>;
}

/**
 * Creates the clock of a server and measures the difference once. With PostgreSQL it runs on between the measurements by
 * the time since the process began, so that a correction of this machine's clock does not move it.
 * @throws StoreUnavailable
 */
export async function followDatabase(store: Store): Promise<DatabaseClock> {
  if (store.kind !== 'postgres') return { clock: systemClock(), aheadMs: () => 0, measure: async () => {} };
  let startedAtMs = 0;
  const measure = async () => {
    startedAtMs = await measureStart(store);
  };
  await measure();
  const now = () => Math.round(startedAtMs + performance.now());
  return { clock: systemClock(now), aheadMs: () => Date.now() - now(), measure };
}

/** @returns when this process began, in milliseconds since the epoch by the clock of the database */
async function measureStart({ db }: Store): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, startedAtMs: 0 };
  for (let count = 0; count < measurements; count++) {
    const beganAtMs = performance.now();
    const { rows } = await sql<{ now: number }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
    const tookMs = performance.now() - beganAtMs;
    const startedAtMs = (rows[0]?.now ?? 0) - beganAtMs - tookMs / 2;
    if (tookMs < best.tookMs) best = { tookMs, startedAtMs };
  }
  return best.startedAtMs;
}
