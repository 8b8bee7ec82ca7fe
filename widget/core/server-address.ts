/** The address of the partner's server, as the page writes it. */
import { parseUrl } from '../session/parse-url.ts';

/**
 * @returns the base address without a trailing slash, resolved against the page; null when it is missing, not http(s), or
 * has spaces or quotes within, as word processors and editors of a CMS paste them
 */
export function serverAddress(server: string): string | null {
  const text = server.trim();
  const url = text === '' || /[\s"'“”„‘’«»]/.test(text) ? null : parseUrl(text, document.baseURI);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : null;
}
