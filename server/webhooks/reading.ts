/**
 * Reads what events point at, now or when it is due again; the read is the truth, the event only says when to look
 * (Events; WHK-42, WHK-43, WHK-45, T82).
 */
import { Problem, UpstreamError } from '../errors.ts';
import { describeError } from '../http/describe-error.ts';
import type { Log } from '../http/log.ts';
import { leaseMs, whileHeld } from '../store/holding.ts';
import type { WebhookReadRow } from '../store/tables.ts';
import { inSpan } from '../telemetry/spans.ts';
import { backoffMs } from '../upstream/backoff.ts';
import type { ReadKind } from './event.ts';
import type { Inbox } from './inbox.ts';

/** Reads one again by its id and keeps what came. */
export type Readers = Partial<Record<ReadKind, (ref: string) => Promise<unknown>>>;

export interface Reading {
  /** Looks at once, without waiting for the next round. */
  hurry(): void;
  start(): void;
  stop(): Promise<void>;
}

const everyMs = 500;
const atOnce = 8;
const backoff = { baseMs: 1_000, capMs: 60_000 };
/** After so many the read is left to the next event or to the list (about a quarter of an hour). */
const triesAtMost = 20;
/** An event may come before the order that it follows from is settled here; after so many it is somebody else's. */
const triesOfUnknown = 6;

export function createReading(needs: {
  inbox: Inbox;
  readers: Readers;
  log: Log;
  now: () => number;
}): Reading {
  const { inbox, readers, log, now } = needs;
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  /** A trace of its own: it is due to no one request, even where one hurries it. */
  const read = (row: WebhookReadRow) =>
    inSpan(`webhook read ${row.kind}`, { root: true, attributes: { 'dx.read.kind': row.kind } }, () =>
      whileHeld(
        leaseMs,
        () => inbox.hold(row),
        () => readOnce(row),
      ),
    );

  async function readOnce(row: WebhookReadRow): Promise<void> {
    const { kind, ref, attempts } = row;
    const told = { kind, ref, attempts };
    try {
      if (isReadKind(kind, readers)) await readers[kind]?.(ref);
      await inbox.finish(row);
      log('webhook.read', told);
    } catch (error) {
      const outcome = attempts < triesFor(error) ? 'postponed' : 'left';
      log('webhook.read_failed', { ...told, outcome, ...describeError(error) });
      const askedMs = error instanceof UpstreamError ? error.retryAfterMs : null;
      if (outcome === 'left') await inbox.finish(row);
      else await inbox.postpone(row, now() + backoffMs(attempts, askedMs, backoff, Math.random));
    }
  }

  async function look(): Promise<void> {
    try {
      for (const subject of await inbox.due(atOnce - underWay.size)) {
        const row = stopped ? undefined : await inbox.take(subject);
        if (!row) continue;
        const work = read(row)
          // Should the store be away, the lease runs out and the read is taken up again.
          .catch((error: unknown) => log('webhook.worker_failed', describeError(error)))
          .finally(() => {
            underWay.delete(work);
            hurry();
          });
        underWay.add(work);
      }
    } catch (error) {
      log('webhook.worker_failed', describeError(error));
    }
  }

  /** One look at a time; what is asked for during one is looked for right after it. */
  function hurry(): void {
    if (stopped) return;
    again = looking !== null;
    looking ??= look().finally(() => {
      looking = null;
      if (again) hurry();
    });
  }

  return {
    hurry,
    start() {
      timer ??= setInterval(hurry, everyMs).unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      await Promise.allSettled(underWay);
    },
  };
}

function triesFor(error: unknown): number {
  const isUnknown = (error instanceof Problem || error instanceof UpstreamError) && error.status === 404;
  return isUnknown ? triesOfUnknown : triesAtMost;
}

const isReadKind = (kind: string, readers: Readers): kind is ReadKind => Object.hasOwn(readers, kind);
