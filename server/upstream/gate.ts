/**
 * The gate before the service: it paces all requests of one API key in this process (LIM-16, ERR-29, ERR-35). After a
 * 429 every request waits, so that the requests of other customers do not each meet the same limit.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../core/clock.ts';
import { UpstreamError } from '../core/errors.ts';
import { type Turn, turns } from '../core/observability/label-values.ts';

/** A request that was let through. */
export interface Passage {
  /** Reports that the service refused it with 429. @param retryAfterMs the wait that it asked for; null for none */
  refused(retryAfterMs: number | null): void;
}

/** Paces requests. */
export interface Gate {
  /**
   * Resolves when the request may be sent.
   * @param limitMs how long it waits at most
   * @throws UpstreamError 429 if its turn does not come in this time; nothing was sent
   */
  pass(turn: Turn, limitMs: number): Promise<Passage>;
}

interface GateSettings {
  clock: Clock;
  /** The most requests in a second. @default no limit until the service sends a 429 */
  requestsPerSecond?: number | undefined;
  /** Called when a request that had to wait is let through or given up. */
  onWaited?: (turn: Turn, waitedMs: number) => void;
  /** Called after a 429. @param perSecond the rate from now on */
  onSlowed?: (perSecond: number, waitMs: number) => void;
}

/** A second and a margin: requests do not all take the same time to the service. */
const windowMs = 1_050;
/** The wait after a 429 that asks for none. */
const untoldWaitMs = 1_000;
/** The rate after a 429: this share of what the service accepted in the second before, and never less than the floor. */
const keptShare = 0.8;
const floorPerSecond = 2;
/** The rate grows by this factor in each second without a 429, until nothing is left of the limit. */
const growth = 1.08;
const endPerSecond = 500;
/** So many requests of other turns pass before one that waits: pages that poll must not hold a write back for ever. */
const patience: Record<Turn, number> = { read: Number.POSITIVE_INFINITY, write: 2, background: 20 };
/** How many requests are remembered to find out what the service accepted. */
const rememberedAtMost = 1_000;

interface Sent {
  atMs: number;
  isRefused: boolean;
}

/** The rate that the service's refusals allow. */
function createAdaptiveRate(clock: Clock, most: number) {
  let slowed: { perSecond: number; atMs: number } | null = null;

  function now(): number {
    if (!slowed) return most;
    const perSecond = slowed.perSecond * growth ** ((clock.elapsed() - slowed.atMs) / 1000);
    if (perSecond >= Math.min(most, endPerSecond)) slowed = null;
    return Math.min(most, slowed ? perSecond : most);
  }
  return {
    /** Whole requests in a second; Infinity without a limit. */
    now: () => Math.max(1, Math.floor(now())),
    /** @param accepted how many requests the service accepted in the second before the refused one */
    lower(accepted: number): void {
      const perSecond = Math.max(Math.min(floorPerSecond, most), Math.min(now(), accepted * keptShare));
      slowed = { perSecond, atMs: clock.elapsed() };
    },
  };
}

interface Waiter {
  letThrough(): void;
}

/** The requests that wait, in the order in which they are let through. */
function createWaiting() {
  const waiters: Record<Turn, Set<Waiter>> = { read: new Set(), write: new Set(), background: new Set() };
  /** How many requests of other turns have passed while one of this turn waited. */
  const passedBy: Record<Turn, number> = { read: 0, write: 0, background: 0 };
  const isWaiting = (turn: Turn) => waiters[turn].size > 0;
  return {
    waiters,
    isEmpty: () => !turns.some(isWaiting),
    /** Chooses the next one; it stays until it is deleted. */
    next(): Waiter | undefined {
      const late = turns.findLast((turn) => isWaiting(turn) && passedBy[turn] >= patience[turn]);
      const first = late ?? turns.find(isWaiting);
      if (!first) return undefined;
      for (const turn of turns) passedBy[turn] = turn !== first && isWaiting(turn) ? passedBy[turn] + 1 : 0;
      return waiters[first].values().next().value;
    },
  };
}

/** Creates the gate of one API key; it is open. */
export function createGate({
  clock,
  requestsPerSecond = Number.POSITIVE_INFINITY,
  onWaited = () => {},
  onSlowed = () => {},
}: GateSettings): Gate {
  const rate = createAdaptiveRate(clock, requestsPerSecond);
  const waiting = createWaiting();
  let sent: Sent[] = [];
  let closedUntilMs = Number.NEGATIVE_INFINITY;
  let pause: AbortController | null = null;

  /** When the next request may be sent, on the clock's even time. */
  function opensAtMs(): number {
    const perSecond = rate.now();
    const atLimit = sent.length >= perSecond ? (sent.at(-perSecond)?.atMs ?? 0) + windowMs : closedUntilMs;
    return Math.max(closedUntilMs, atLimit);
  }

  function send(): Passage {
    const request: Sent = { atMs: clock.elapsed(), isRefused: false };
    sent.push(request);
    if (sent.length > 2 * rememberedAtMost) sent = sent.slice(-rememberedAtMost);
    return { refused: (retryAfterMs) => slowDown(request, retryAfterMs) };
  }

  function slowDown(request: Sent, retryAfterMs: number | null): void {
    request.isRefused = true;
    const accepted = sent.filter(
      ({ atMs, isRefused }) => !isRefused && atMs <= request.atMs && atMs > request.atMs - 1000,
    );
    rate.lower(accepted.length);
    const waitMs = retryAfterMs ?? untoldWaitMs;
    closedUntilMs = Math.max(closedUntilMs, clock.elapsed() + waitMs);
    onSlowed(rate.now(), waitMs);
    letThrough();
  }

  /** Lets through all that may be sent now, in order, and looks again when the next one may. */
  function letThrough(): void {
    pause?.abort();
    pause = null;
    for (;;) {
      if (waiting.isEmpty()) return;
      const waitMs = opensAtMs() - clock.elapsed();
      if (waitMs > 0) {
        pause = new AbortController();
        clock.sleep(waitMs, pause.signal).then(letThrough, () => {});
        return;
      }
      waiting.next()?.letThrough();
    }
  }

  return {
    async pass(turn, limitMs) {
      const sinceMs = clock.elapsed();
      const waitMs = opensAtMs() - sinceMs;
      if (waiting.isEmpty() && waitMs <= 0) return send();
      const late = () =>
        new UpstreamError({ status: 429, retryAfterMs: Math.max(0, opensAtMs() - clock.elapsed()) });
      if (waitMs >= limitMs) throw late();
      const { promise, resolve, reject } = Promise.withResolvers<Passage>();
      const waiter: Waiter = {
        letThrough() {
          waiting.waiters[turn].delete(waiter);
          resolve(send());
        },
      };
      waiting.waiters[turn].add(waiter);
      const cancel = clock.after(limitMs, () => {
        waiting.waiters[turn].delete(waiter);
        reject(late());
      });
      letThrough();
      return promise.finally(() => {
        cancel();
        onWaited(turn, clock.elapsed() - sinceMs);
      });
    },
  };
}

const ownTurn = new AsyncLocalStorage<Turn>();

/**
 * Runs work that the server does by itself: its reads are not repeated while the service refuses the key.
 * @param turn when its reads pass the gate: `read` if a customer waits for the result. @default 'background', after
 *   the reads of customers and after writes
 */
export const inBackground = <T>(work: () => T, turn: Turn = 'background'): T => ownTurn.run(turn, work);

/** Whether a read that is made now is the server's own, and not a customer's. */
export const isInBackground = (): boolean => ownTurn.getStore() !== undefined;

/** The turn of a read that is made now. */
export const turnOfRead = (): Turn => ownTurn.getStore() ?? 'read';
