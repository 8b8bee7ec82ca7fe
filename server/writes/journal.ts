/**
 * The journal of logical writes (Limits; IDEM-01, IDEM-04, IDEM-05, IDEM-09, IDEM-11..IDEM-13, T12, T15).
 *
 * A write is a row before it is a request. Its key and its exact bytes are made once and sent until the service has
 * answered; a process that dies leaves the row to whoever takes the next lease. What settles a write also moves its
 * owner, in the same transaction.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Log } from '../http/log.ts';
import { whileHeld } from '../store/holding.ts';
import type { Seal } from '../store/sealing.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { UpstreamHttp } from '../upstream/http.ts';
import type { Flow } from '../upstream/write-kinds.ts';
import { prepareWrite } from './prepare.ts';
import { createRows } from './rows.ts';
import { createTry } from './try.ts';
import { createWorker } from './worker.ts';
import type { LogicalWrite, Outcome, WriteName, WriteState } from './write.ts';

export interface Enlisted {
  id: string;
  enlist(trx: Kysely<Tables>): Promise<void>;
}

/** Computes outside any transaction; what it returns runs in the one that settles the write. May throw Stale in either. */
export type SettledHandler<F extends Flow = 'full_api'> = (
  write: WriteName<F>,
  outcome: Outcome,
) => Promise<(trx: Kysely<Tables>) => Promise<void>>;

/** Where a fault test may stop the process. */
export type TestPoint = (
  name: 'before_commit' | 'after_commit' | 'after_send' | 'after_answer' | 'after_settle',
  write: { id: string; ownerId: string; kind: string },
) => void | Promise<void>;

export interface WriteSettings {
  /** How long others leave a write to a process that has not renewed its lease of it. */
  leaseMs: number;
  /** Tries, waiting answers included, before a write is parked (IDEM-11). */
  retryLimit: number;
  retryBaseMs: number;
  retryCapMs: number;
}

/** One flow's: it sends under that flow's key and can name that flow's writes alone. */
export interface WriteJournal<F extends Flow = 'full_api'> {
  /** Makes the key and the bytes; `enlist` commits them with whatever else changes. */
  prepare(ownerId: string, write: LogicalWrite<F>): Promise<Enlisted>;
  onSettled(handler: SettledHandler<F>): void;
  /** Sends a due write now and waits for it, at most `patienceMs`; whatever is not done by then goes on without the caller. */
  drive(writeId: string, patienceMs: number): Promise<WriteState>;
  /** A parked write is due again, with the same key and bytes. */
  reopen(writeId: string): Promise<void>;
  /** Takes over what is due, also from processes that died. */
  start(): void;
  /** Takes nothing new, waits a little for what is under way, and hands over the rest. */
  stop(): Promise<void>;
}

/** How often another process's work is looked at. */
const watchMs = 100;
/** How long a stopping process waits for its writes under way; a container is given ten seconds in all. */
const stopPatienceMs = 5_000;

export function createWriteJournal<F extends Flow>(needs: {
  flow: F;
  store: Store;
  seal: Seal;
  http: Pick<UpstreamHttp, 'attempt'>;
  settings: WriteSettings;
  log: Log;
  /** @default Date.now */
  now?: () => number;
  /** @default Math.random */
  random?: () => number;
  /** Where a fault test stops the process. @default nothing */
  testPoint?: TestPoint;
}): WriteJournal<F> {
  const { flow, store, seal, settings, log, now = Date.now, random = Math.random, testPoint } = needs;
  const owner = randomUUID();
  const rows = createRows(store, flow, now);
  const handlers: SettledHandler<F>[] = [];
  const tryOnce = createTry({ ...needs, rows, handlers, now, random });
  /** What this process has under way, by id. */
  const underWay = new Map<string, Promise<void>>();
  const worker = createWorker(rows, begin, underWay, log);
  let stopped = false;
  /** Ends the waiting of whoever asked for a write that was handed over. */
  const handedOver = new AbortController();
  const until = (ms: number) =>
    sleep(Math.max(0, ms), undefined, { ref: false, signal: handedOver.signal }).catch(() => {});

  /** Takes the write and starts one try of it; false where it cannot be had now. */
  async function begin(id: string): Promise<boolean> {
    if (stopped || underWay.has(id)) return false;
    const { leaseMs } = settings;
    const row = await rows.take(id, owner, leaseMs);
    if (!row) return false;
    const hold = () => rows.hold(row, leaseMs);
    const attempt = whileHeld(leaseMs, hold, () => tryOnce(row)).finally(() => underWay.delete(id));
    underWay.set(id, attempt);
    return true;
  }

  return {
    async prepare(ownerId, write) {
      const row = await prepareWrite({ flow, seal, rows, now }, ownerId, write);
      return {
        id: row.id,
        async enlist(trx) {
          await trx.insertInto('writes').values(row).execute();
          await testPoint?.('before_commit', { id: row.id, ownerId, kind: write.kind });
        },
      };
    },

    onSettled(handler) {
      handlers.push(handler);
    },

    async drive(writeId, patienceMs) {
      const endsAt = performance.now() + patienceMs;
      const leftMs = () => endsAt - performance.now();
      for (;;) {
        await begin(writeId);
        const mine = underWay.get(writeId);
        if (mine) await Promise.race([mine, until(leftMs())]);
        const row = await rows.read(writeId);
        if (!row) throw new Error('no such write');
        if (row.state !== 'due') return row.state;
        const waitMs = row.lease_until > now() ? watchMs : Math.max(0, row.due_at - now());
        if (stopped || leftMs() <= waitMs) return 'due';
        if (!underWay.has(writeId)) await sleep(waitMs);
      }
    },

    reopen: (writeId) => rows.reopen(writeId),
    start: () => worker.start(),

    async stop() {
      stopped = true;
      await worker.stop();
      const patience = new AbortController();
      const waited = sleep(stopPatienceMs, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([Promise.allSettled(underWay.values()), waited]);
      patience.abort();
      await rows.release(owner);
      handedOver.abort();
    },
  };
}
