/** The hosted page's address in an answer whose shape is not shown: under a configured name, HTTPS, and on the origin named at onboarding (GAP-94). */
import { Problem } from '../errors.ts';
import { assumptions, unmet } from '../upstream/assumptions.ts';

export interface HostedPage {
  url: string;
  /** As the service gave it; null where it gave none. */
  expiresAt: string | null;
}

/** @throws Problem where the answer has no such address, or one that a customer must not be sent to */
export function hostedPage(answer: object, frameOrigin: string): HostedPage {
  const { urlKeys, expiryKeys } = assumptions.handoff;
  const url = firstText(answer, urlKeys);
  if (url === null || !URL.canParse(url)) throw unmet('handoff.urlKeys');
  // The origin was checked to be HTTPS, or this machine's, when the settings were read.
  const { origin, username, password } = new URL(url);
  if (origin !== frameOrigin || username !== '' || password !== '')
    throw new Problem(
      503,
      'handoff_origin_mismatch',
      'The scheduling page is not where the operator expects it.',
    );
  return { url, expiresAt: firstText(answer, expiryKeys) };
}

/** Whether it is over; without a time, or with one that cannot be read, the page itself will say. */
export const isExpired = ({ expiresAt }: HostedPage, nowMs: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= nowMs;

function firstText(answer: object, keys: readonly string[]): string | null {
  const fields = answer as Record<string, unknown>;
  for (const key of keys) {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}
