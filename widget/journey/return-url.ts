/** Where the customer returns to after a payment. */

/**
 * Returns the address of this page without its hash, or only its origin and path if it is longer than a return address
 * may be. A frame without an address of its own (`srcdoc`) has the address of the page around it.
 */
export function returnUrl(): string {
  const own = new URL(window.location.protocol === 'about:' ? document.baseURI : window.location.href);
  const whole = `${own.origin}${own.pathname}${own.search}`;
  return whole.length <= 2000 ? whole : `${own.origin}${own.pathname}`;
}
