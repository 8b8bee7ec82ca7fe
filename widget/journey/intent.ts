/** What the page asks the booking to open with: by the attributes of `<dx-booking>`, and by its own address. */
import { askedByTag, type BookingAttributes } from '../../server/contract/asked-by-tag.ts';
import type { OpenJourney } from '../../server/contract/journey-api/answers.ts';
import { againParameter } from '../visit/again.ts';

/** Reads the request that opens the booking. The page's address can name an appointment to book again. */
export function openingOf(attributes: BookingAttributes): OpenJourney {
  const again = new URLSearchParams(globalThis.location?.search).get(againParameter);
  return { ...askedByTag(attributes), ...(again ? { again } : {}) };
}

/** Removes the appointment to book again from the address of the page, so that a reload books nothing. */
export function forgetAgain(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(againParameter)) return;
  url.searchParams.delete(againParameter);
  history.replaceState(history.state, '', url);
}
