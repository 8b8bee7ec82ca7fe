/** Calls a function at the earliest of the requested times, one call at a time. */
import type { Clock } from './clock.ts';

/** A function with the times at which it is called next. */
export interface Waker {
  /** Requests a call now. */
  wake(): void;
  /** Requests a call at `atMs` (milliseconds since the epoch), unless an earlier call is due. */
  wakeAt(atMs: number): void;
  /**
   * Starts the calls.
   * @param firstAtMs the time of the first call, in milliseconds since the epoch
   */
  start(firstAtMs: number): void;
  /** Makes no more calls. @returns resolves when no call is running */
  close(): Promise<void>;
}

/**
 * Creates a waker. It calls nothing before `start`, and ignores requests until then.
 * @param look the function to call; must not reject
 */
export function createWaker(clock: Clock, look: () => Promise<void>): Waker {
  let isRunning = false;
  let looking: Promise<void> | null = null;
  let next: { atMs: number; cancel: () => void } | null = null;

  /** A call that is requested during another call follows it. */
  function call(): void {
    if (looking) {
      void looking.then(wake);
      return;
    }
    looking = look().finally(() => {
      looking = null;
    });
  }

  function wakeAt(atMs: number): void {
    if (!isRunning || (next && next.atMs <= atMs)) return;
    next?.cancel();
    const cancel = clock.after(Math.max(0, atMs - clock.now()), () => {
      next = null;
      call();
    });
    next = { atMs, cancel };
  }
  /** Also after the clock was set: then a requested time may seem to be past although its timer still waits. */
  const wake = () => wakeAt(Number.NEGATIVE_INFINITY);

  return {
    wake,
    wakeAt,
    start(firstAtMs) {
      isRunning = true;
      wakeAt(firstAtMs);
    },
    async close() {
      isRunning = false;
      next?.cancel();
      await looking;
    },
  };
}
