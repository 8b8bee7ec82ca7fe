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
