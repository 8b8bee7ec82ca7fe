/** Calls a function at the earliest of the requested times, one call at a time. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Activity } from '../activity.ts';
import type { Clock } from '../clock.ts';

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
 * @param deps.activity counts the calls
 * @param work the function to call; must not reject
 */
export function createWaker(
  { clock, activity }: { clock: Clock; activity: Activity },
  work: () => Promise<void>,
): Waker {
  /** Without the context of the request or the work that asked for a call. */
  const outside = AsyncLocalStorage.snapshot();
  let isRunning = false;
  let currentCall: Promise<void> | null = null;
  let next: { atMs: number; cancel: () => void } | null = null;

  /** A call that is requested during another call follows it. */
  function call(): void {
    if (currentCall) {
      void currentCall.then(wake);
      return;
    }
    currentCall = activity.track(
      work().finally(() => {
        currentCall = null;
      }),
    );
  }

  function wakeAt(atMs: number): void {
    if (!isRunning || (next && next.atMs <= atMs)) return;
    next?.cancel();
    const cancel = clock.after(Math.max(0, atMs - clock.now()), () => {
      next = null;
      outside(call);
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
      await currentCall;
    },
  };
}
