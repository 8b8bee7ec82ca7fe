/** A genuine customer's booking from the first step to the last. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { answerStep } from './booking.ts';
import type { Customer } from './customer.ts';

const pauseMs = 50;
/** A booking that takes so long is stuck, on any machine. */
export const stuckAfterMs = 300_000;
/** How many appointment times a customer requests. */
const timesNeeded = 3;
/** The problems after which the page reads the journey again, or waits. */
const passing = new Set(['journey_moved', 'store_unavailable', 'service_unavailable']);

/** The code of the problem that a server responded with; empty for another error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'reply' in error ? String(Object(error.reply).body?.code) : '';

export interface BookingLog {
  /** Called with each view that the server has acknowledged. */
  seen?(view: JourneyView): void;
  /** Called with the code of a problem after which the customer tries again. */
  sentAway?(code: string): void;
  /** Answers a view in its own way. @returns null for the usual answer */
  answers?(view: JourneyView): Promise<JourneyView> | null;
  /** How long the customer looks at each view, in milliseconds. @default 0 */
  looksMs?: number;
}

/** Books until the request is sent or the time is over. @returns the fault; null if the request is sent */
export async function book(
  customer: Customer,
  waitTimeoutMs = stuckAfterMs,
  { seen, sentAway, answers, looksMs = 0 }: BookingLog = {},
): Promise<string | null> {
  const endsAt = performance.now() + waitTimeoutMs;
  let skipped = 0;

  function next(view: JourneyView): Promise<JourneyView> {
    const { shows } = view;
    if (shows.step === 'place') {
      const found = (shows.results?.within_radius ?? []).flatMap(({ tests }) => tests.slice(0, 1))[skipped];
      if (found)
        return customer.answer('place', {
          choose: { catalog_id: found.catalog_id, offering_id: found.offering_id },
        });
      return customer.answer('place', { search: { test_types: ['CALST'], near: { zip: '10002' } } });
    }
    if (shows.step === 'product') return customer.answer('product', { accept: true });
    const fewTimes = () => (shows.step === 'times' ? (shows.dates ?? []).flatMap((day) => day.times) : null);
    if ((fewTimes()?.length ?? timesNeeded) >= timesNeeded) return answerStep(customer, view);
    skipped += 1;
    return customer.revisit('place');
  }

  let view: JourneyView | undefined;
  while (view?.shows.step !== 'sent' && performance.now() < endsAt) {
    const now = view;
    if (looksMs > 0) await sleep(looksMs);
    try {
      view = now ? await (answers?.(now) ?? next(now)) : await customer.open();
      seen?.(view);
    } catch (error) {
      const code = codeOf(error);
      if (!passing.has(code))
        return `a genuine customer met ${error instanceof Error ? error.message : error}`;
      sentAway?.(code);
      await sleep(pauseMs);
      view = await (customer.view ? customer.read() : customer.open()).catch(() => now);
    }
  }
  return view?.shows.step === 'sent' ? null : `a genuine customer is left at ${view?.shows.step}`;
}
