/** The settings that a page passes to an element: the server and the user. */
import type { SubjectToken } from '../session/credentials.ts';
import type { FailureCode } from '../session/failure.ts';
import type { GetSubjectToken } from './public-types.ts';

/** How long `getSubjectToken` may take. */
const subjectTimeoutMs = 10_000;

/** The current settings of the page. */
export interface PageSettings {
  /** The base address of the partner's server, without a trailing slash; null when it is missing or invalid. */
  server: string | null;
  subjectToken: string;
  subjectTokenType: string;
  getSubjectToken: GetSubjectToken | undefined;
  /** Seconds without input after which the user is signed out; 0 is never. */
  idleTimeout: number;
  /** The code of another setting that the element needs and the page has not set; null when nothing is missing. */
  missing: FailureCode | null;
}

/** @returns the code of the first missing setting; null when the element can start */
export function missingSetting(settings: PageSettings): FailureCode | null {
  if (settings.server === null) return 'server_missing';
  return settings.missing ?? (namesNobody(settings) ? 'subject_token_missing' : null);
}

/** Whether the page names no user. */
export const namesNobody = ({ subjectToken, getSubjectToken }: PageSettings): boolean =>
  subjectToken === '' && getSubjectToken === undefined;

/** @returns the user token in the attributes */
export const subjectOf = ({ subjectToken: token, subjectTokenType: type }: PageSettings): SubjectToken => ({
  token,
  type,
});

/**
 * Whether the page set another token. Another function does not mean another user: frameworks pass a new one at each
 * render.
 */
export const namesAnew = (now: PageSettings, before: PageSettings): boolean =>
  now.subjectToken !== before.subjectToken || now.subjectTokenType !== before.subjectTokenType;

/**
 * Calls the page's function.
 * @returns the token, or '' when nobody is signed in
 * @throws when the function rejects, or takes longer than 10 seconds
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
