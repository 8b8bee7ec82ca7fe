/** Checks addresses from the server or the frame before the page uses them (EMB-12, T88). */
import { parseUrl } from '../session/parse-url.ts';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * @returns an absolute https address, or an http address of this machine; null for anything else, and for one with a
 *   user name or a password
 */
export function webAddress(text: string): URL | null {
  const url = parseUrl(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
  return safe ? url : null;
}

/**
 * Checks that an address leads to one of the partner's hosts.
 * @param hosts in lower case, compared exactly; one without a port allows every port
 * @returns null if `webAddress` refuses the address, or its host is not listed
 */
export function destination(text: string, hosts: readonly string[]): URL | null {
  const url = webAddress(text);
  return url !== null && (hosts.includes(url.hostname) || hosts.includes(url.host)) ? url : null;
}
