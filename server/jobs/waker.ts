/** Calls a function at the earliest of the times that it is asked for; one call at a time. */
import type { Clock } from './clock.ts';

export interface Waker {
  /** Calls soon. */
  wake(): void;
  /** Calls at `atMs` (milliseconds since the epoch), unless it calls earlier anyway. */
  wakeAt(atMs: number): void;
  start(firstAtMs: number): void;
  /** Calls no more. @returns resolves when no call is under way */
  close(): Promise<void>;
}

/** @param look never rejects. Nothing is called before `start` */
export function createWaker(clock: Clock, look: () => Promise<void>): Waker {
  let isRunning = false;
  let looking: Promise<void> | null = null;
  let next: { atMs: number; cancel: () => void } | null = null;

  /** A call that is asked for during another follows it. */
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
  const wake = () => wakeAt(clock.now());

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
