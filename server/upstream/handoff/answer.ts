/** Reads the response to a handoff, whose shape the specification does not show (GAP-94). */
import { type PresentationMode, presentationModes } from '../../contract/upstream-api/handoff.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { address, oneOf, text } from '../assumptions/kinds.ts';

/** The response to a handoff in the server's own terms. */
export interface HandoffAnswer {
  /** The hosted page's address. It is not yet checked whether a customer may be sent there. */
  url: string;
  /** As the service sent it; null if it sent none. */
  expiresAt: string | null;
  /** Null if the response does not say. */
  mode: PresentationMode | null;
}

const path = 'schedule_handoff';

/**
 * Reads the response to a handoff.
 * @throws Problem 503 `assumption_unmet` if it has no address, or several values are possible for one field
 */
export function readHandoffAnswer(answer: object, assumptions: Assumptions): HandoffAnswer {
  const mode = assumptions.find('handoff.modeKeys', oneOf(presentationModes), answer, path);
  return {
    url: assumptions.need('handoff.urlKeys', address, answer, path),
    expiresAt: assumptions.find('handoff.expiryKeys', text, answer, path),
    mode: presentationModes.find((known) => known === mode) ?? null,
  };
}
