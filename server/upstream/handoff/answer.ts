/** The answer to a handoff, whose shape the specification does not show (GAP-94). */
import { type PresentationMode, presentationModes } from '../../contract/upstream-api/handoff.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { address, oneOf, text } from '../assumptions/kinds.ts';

export interface HandoffAnswer {
  /** The hosted page's address; whether a customer may be sent there is not checked here. */
  url: string;
  /** As the service gave it; null where it gave none. */
  expiresAt: string | null;
  /** Null where it does not say. */
  mode: PresentationMode | null;
}

const path = 'schedule_handoff';

/** @throws Problem assumption_unmet where it has no address */
export function readHandoffAnswer(answer: object, assumptions: Assumptions): HandoffAnswer {
  const mode = assumptions.find('handoff.modeKeys', oneOf(presentationModes), answer, path);
  return {
    url: assumptions.need('handoff.urlKeys', address, answer, path),
    expiresAt: assumptions.find('handoff.expiryKeys', text, answer, path),
    mode: presentationModes.find((known) => known === mode) ?? null,
  };
}
