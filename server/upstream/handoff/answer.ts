/** Reads the response to a handoff, whose shape the specification does not show (GAP-94). */
import { type PresentationMode, presentationModes } from '../../contract/upstream-api/handoff.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { address, type Kind, oneOf, text } from '../assumptions/kinds.ts';

/** The response to a handoff in the server's own terms. */
export interface HandoffAnswer {
  /** The hosted page's address, or its path. It is not yet checked whether a customer may be sent there. */
  url: string;
  /** As the service sent it; null if it sent none. */
  expiresAt: string | null;
  /** Null if the response does not say. */
  mode: PresentationMode | null;
}

const path = 'schedule_handoff';

/**
 * Reads the response to a handoff. Only the address is needed.
 * @throws Problem 503 `assumption_unmet` if it has no address, or several are possible
 */
export function readHandoffAnswer(answer: object, assumptions: Assumptions): HandoffAnswer {
  const orNull = (entry: 'handoff.modeKeys' | 'handoff.expiryKeys', kind: Kind<string>) => {
    const found = assumptions.look(entry, kind, answer);
    if (found.state === 'ambiguous') assumptions.report(entry, path, answer);
    return found.state === 'found' ? found.value : null;
  };
  const mode = orNull('handoff.modeKeys', oneOf(presentationModes));
  return {
    url: assumptions.need('handoff.urlKeys', address, answer, path),
    expiresAt: orNull('handoff.expiryKeys', text),
    mode: presentationModes.find((known) => known === mode) ?? null,
  };
}

/** Whether the response to a handoff has exactly one possible address. */
export const hasPage = (answer: object, assumptions: Assumptions): boolean =>
  assumptions.look('handoff.urlKeys', address, answer).state === 'found';
