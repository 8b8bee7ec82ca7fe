/** What a page says to an element: where the server is, and who the user is. */
import type { SubjectToken } from '../session/credentials.ts';
import type { FailureCode } from '../session/failure.ts';

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
  /** Whether the page has said everything else that the element needs. */
  isComplete: boolean;
}

export const namesNobody = ({ subjectToken, getSubjectToken }: PageSettings): boolean =>
  subjectToken === '' && getSubjectToken === undefined;

/** What is missing before an element can begin; null when nothing is. */
export function missing(settings: PageSettings): FailureCode | null {
  if (settings.server === null || !settings.isComplete) return 'misconfigured';
  return namesNobody(settings) ? 'sign_in_ended' : null;
}

export const subjectOf = ({ subjectToken: token, subjectTokenType: type }: PageSettings): SubjectToken => ({
  token,
  type,
});

/** Whether the page gave another token. Another function is no other user: frameworks pass one at each render. */
export const namesAnew = (now: PageSettings, before: PageSettings): boolean =>
  now.subjectToken !== before.subjectToken || now.subjectTokenType !== before.subjectTokenType;

/** The base address without its trailing slash, resolved against the page; null when it is missing or no address. */
export function serverAddress(server: string): string | null {
  try {
    return server === '' ? null : new URL(server, document.baseURI).href.replace(/\/+$/, '');
  } catch {
    return null;
  }
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
