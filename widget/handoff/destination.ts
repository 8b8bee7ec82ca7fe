import { parseUrl } from '../session/parse-url.ts';

/** Where the page may go on the word of the server or of the frame (EMB-12, T88). */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A whole address over HTTPS, or on this very machine; null for anything else. */
export function webAddress(text: string): URL | null {
  const url = parseUrl(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
  return safe ? url : null;
}

/** Such an address on one of the partner's own hosts, letter for letter; on its port where the list names one. */
export function destination(text: string, hosts: readonly string[]): URL | null {
  const url = webAddress(text);
  return url !== null && (hosts.includes(url.hostname) || hosts.includes(url.host)) ? url : null;
}
