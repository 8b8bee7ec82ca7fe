/** The hosted page's address in an answer whose shape is not shown: under a configured name, HTTPS, and on the origin named at onboarding (GAP-94). */
import { Problem } from '../errors.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { type HandoffAnswer, readHandoffAnswer } from '../upstream/handoff/answer.ts';

/** @throws Problem where the answer has no such address, or one that a customer must not be sent to */
export function hostedPage(answer: object, frameOrigin: string, assumptions: Assumptions): HandoffAnswer {
  const page = readHandoffAnswer(answer, assumptions);
  // The origin was checked to be HTTPS, or this machine's, when the settings were read.
  const { origin, username, password } = new URL(page.url);
  if (origin !== frameOrigin || username !== '' || password !== '')
    throw new Problem('handoff_origin_mismatch');
  return page;
}

/** Whether it is over; without a time, or with one that cannot be read, the page itself will say. */
export const isExpired = ({ expiresAt }: HandoffAnswer, nowMs: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= nowMs;
