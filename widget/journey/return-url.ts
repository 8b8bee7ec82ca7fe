/** The address to which a payment returns, and what a return says. */
import type { canceledReturn as CanceledReturn } from '../../server/contract/journey-api/answers.ts';

const canceledReturn: typeof CanceledReturn = { name: 'dx-payment', value: 'canceled' };

/** The longest address that the server accepts. */
const longest = 2000;

/**
 * @returns the address to which a payment returns: this page without its hash, or in a frame without an address of its
 *   own (`srcdoc`), the page around it. Only origin and path if it is too long.
 */
export function returnUrl(): string {
  const hasAddress = /^http/.test(location.protocol);
  const { origin, pathname, search } = new URL(hasAddress ? location.href : document.baseURI);
  const whole = `${origin}${pathname}${search}`;
  return whole.length <= longest ? whole : `${origin}${pathname}`;
}

/**
 * Whether the customer came here from the payment page without paying: by its link, or by the browser's Back. Removes
 * the mark from the address of the page.
 */
export function isPaymentCanceled(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const url = new URL(location.href);
  if (url.searchParams.get(canceledReturn.name) !== canceledReturn.value)
    return navigation?.type === 'back_forward';
  url.searchParams.delete(canceledReturn.name);
  history.replaceState(history.state, '', url);
  return true;
}
