/** The hosted page's address in the service's answer: under a configured name, HTTPS, and on the origin agreed at onboarding (GAP-94). */
import { Problem } from '../errors.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { type HandoffAnswer, readHandoffAnswer } from '../upstream/handoff/answer.ts';

/**
 * Reads the hosted page's address from the service's response and checks it.
 * @param frameOrigin the origin that the address must have, from the settings
 * @throws Problem 503 `assumption_unmet` if the response has no address, or several; 503 `handoff_origin_mismatch` if a
 * customer must not be sent there
 */
export function hostedPage(answer: object, frameOrigin: string, assumptions: Assumptions): HandoffAnswer {
  const page = readHandoffAnswer(answer, assumptions);
  // The configuration has checked that the origin is HTTPS or on this machine.
  const { origin, username, password } = new URL(page.url);
  if (origin !== frameOrigin || username !== '' || password !== '')
    throw new Problem('handoff_origin_mismatch');
  return page;
}

/**
 * Whether the page has expired. A response without a readable time has not; the page itself will say.
 * @param nowMs milliseconds since the epoch
 */
export const isExpired = ({ expiresAt }: HandoffAnswer, nowMs: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= nowMs;
