/** The virtual clock: the machine's time plus an offset, so that a clock once set runs on at the usual pace. */
export interface Clock {
  offsetMs: number;
}

export function nowOf(clock: Clock): Date {
  return new Date(Date.now() + clock.offsetMs);
}

export function setClock(clock: Clock, now: Date): void {
  clock.offsetMs = now.getTime() - Date.now();
}

export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
