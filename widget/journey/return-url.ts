/** The address to which a payment returns, and what a return says. */
import type { Answers, canceledReturn as CanceledReturn } from '../../server/contract/journey-api/answers.ts';

const canceledReturn: typeof CanceledReturn = { name: 'dx-payment', value: 'canceled' };

/** The longest address that the server accepts. */
const longest = 2000;

/**
 * @returns the address to which a payment returns: this page without its hash, or in a frame without an address of its
 *   own (`srcdoc`), the page around it. Only origin and path if it is longer than 2000 characters.
 */
export function returnUrl(): string {
  const hasAddress = /^http/.test(location.protocol);
  const { origin, pathname, search } = new URL(hasAddress ? location.href : document.baseURI);
  const whole = `${origin}${pathname}${search}`;
  return whole.length <= longest ? whole : `${origin}${pathname}`;
}

/**
 * @returns what the review is answered with after a return from the payment page. The customer came back without paying
 *   by its link, whose mark is removed from the address of this page, or by the browser's Back.
 */
export function paymentReturn(): Answers['review'] {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const url = new URL(location.href);
  const isMarked = url.searchParams.get(canceledReturn.name) === canceledReturn.value;
  if (isMarked) {
    url.searchParams.delete(canceledReturn.name);
    history.replaceState(history.state, '', url);
  }
  const answer = { return_url: returnUrl() };
  return isMarked || navigation?.type === 'back_forward' ? { ...answer, canceled: true } : answer;
}
