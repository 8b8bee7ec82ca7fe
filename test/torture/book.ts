/** A genuine customer's booking from the first step to the last, whatever else goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { answerStep, choosePlace } from '../journey/booking.ts';
import type { Customer } from '../journey/customer.ts';

const pauseMs = 50;
/** The page reads the journey again, or waits, as these tell it to. */
const passing = new Set(['journey_moved', 'store_unavailable', 'service_unavailable']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'reply' in error ? String(Object(error.reply).body?.code) : '';

/** Until it is sent or patience ends. @returns what is wrong; null where it was sent */
export async function book(customer: Customer, patienceMs = 60_000): Promise<string | null> {
  const endsAt = performance.now() + patienceMs;
  /** Where it is refused only for now, the same is done again. */
  async function patiently(doing: () => Promise<JourneyView>): Promise<JourneyView> {
    for (;;) {
      try {
        return await doing();
      } catch (error) {
        if (!passing.has(codeOf(error)) || performance.now() > endsAt) throw error;
        await sleep(pauseMs);
        doing = customer.view ? () => customer.read() : doing;
      }
    }
  }
  try {
    let view = await choosePlace(customer, 'CALST');
    while (view.shows.step !== 'sent' && performance.now() < endsAt) {
      const now = view;
      view = await patiently(() => answerStep(customer, now));
    }
    return view.shows.step === 'sent' ? null : `a genuine customer is left at ${view.shows.step}`;
  } catch (error) {
    return `a genuine customer met ${error instanceof Error ? error.message : error}`;
  }
}
