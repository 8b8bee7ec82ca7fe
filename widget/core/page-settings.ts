/** What a page says to an element: where the server is, and who the user is. */
import type { SubjectToken } from '../session/credentials.ts';
import type { FailureCode } from '../session/failure.ts';
import { parseUrl } from '../session/parse-url.ts';

/** How long `getSubjectToken` may take. */
const subjectTimeoutMs = 10_000;

/** Resolves with an empty token, null or undefined when nobody is signed in; rejects when that cannot be found out. */
export type GetSubjectToken = () => Promise<string | null | undefined>;

/** What the page says now. */
export interface PageSettings {
  /** The base address of the partner's server, without a trailing slash; null when it is missing or no address. */
  server: string | null;
  subjectToken: string;
  subjectTokenType: string;
  getSubjectToken: GetSubjectToken | undefined;
  /** Seconds without input after which the user is signed out; 0 is never. */
  idleTimeout: number;
  /** The code for what else the element needs and the page has not said; null where nothing is missing. */
  missing: FailureCode | null;
}

/** The code for the first thing that the page has not said; null where the element can begin. */
export function missingSetting(settings: PageSettings): FailureCode | null {
  if (settings.server === null) return 'server_missing';
  return settings.missing ?? (namesNobody(settings) ? 'subject_token_missing' : null);
}

export const namesNobody = ({ subjectToken, getSubjectToken }: PageSettings): boolean =>
  subjectToken === '' && getSubjectToken === undefined;

export const subjectOf = ({ subjectToken: token, subjectTokenType: type }: PageSettings): SubjectToken => ({
  token,
  type,
});

/** Whether the page gave another token. Another function is no other user: frameworks pass one at each render. */
export const namesAnew = (now: PageSettings, before: PageSettings): boolean =>
  now.subjectToken !== before.subjectToken || now.subjectTokenType !== before.subjectTokenType;

/** The base address without its trailing slash, resolved against the page; null when it is missing or no http(s) address. */
export function serverAddress(server: string): string | null {
  const url = server.trim() === '' ? null : parseUrl(server, document.baseURI);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : null;
}

/**
 * The token that the page's function gives, or '' for nobody.
 * @throws when the page could not find out, or takes longer than 10 seconds
 */
export async function askForToken(getSubjectToken: GetSubjectToken): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, subjectTimeoutMs);
  });
  try {
    return (await Promise.race([getSubjectToken(), late])) ?? '';
  } finally {
    clearTimeout(timer);
  }
}
