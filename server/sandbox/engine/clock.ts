/** The virtual clock: the machine's time plus an offset. A clock that was set continues at the usual pace. */
export interface Clock {
  offsetMs: number;
  /** Until when all that was due has happened, in milliseconds of this clock since the epoch; 0 at start. */
  reachedMs: number;
}

/** A century: the longest move of the clock and the longest wait. */
export const longestSeconds = 100 * 366 * 24 * 60 * 60;

/** Reads the current time of the virtual clock. */
export function nowOf(clock: Clock): Date {
  return new Date(Date.now() + clock.offsetMs);
}

/** Sets the virtual clock; it runs on from `now`. */
export function setClock(clock: Clock, now: Date): void {
  clock.offsetMs = now.getTime() - Date.now();
}

/** Adds seconds to a time; a negative number gives an earlier time. */
export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
