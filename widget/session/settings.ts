/** What the elements share about their settings. */
import { parseUrl } from './parse-url.ts';

/** How long a page may take to set what an element needs; frameworks set properties late. */
export const settingsTimeoutMs = 5_000;

/** @returns the absolute base address without a slash at its end, or null where `server` is empty or no http(s) address */
export function baseAddress(server: string): string | null {
  const url = server.trim() === '' ? null : parseUrl(server, document.baseURI);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : null;
}

interface Settings {
  server: string;
  subjectToken: string;
  getSubjectToken: unknown;
}

/** @returns the code for what the page has not set of the settings that all elements have; null where nothing is missing */
export function missingSetting({ server, subjectToken, getSubjectToken }: Settings) {
  if (baseAddress(server) === null) return 'server_missing';
  return subjectToken === '' && getSubjectToken === undefined ? 'subject_token_missing' : null;
}
