/** The address of the partner's server, as the page writes it. */
import { parseUrl } from '../session/parse-url.ts';

/**
 * @returns the base address without a trailing slash, resolved against the page; null when it is missing or not
 * http(s)
 */
export function serverAddress(server: string): string | null {
  const url = server.trim() === '' ? null : parseUrl(server, document.baseURI);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : null;
}
