/** Guesses under which keys a physician's presentation has its text, and which keys identify its parts (GAP-79). */
import type { PhysicianPresentation } from '../../../contract/upstream-api/physician-order.ts';
import { type Guesses, onlyOne, sure } from './guess.ts';
import { textsOf } from './leaves.ts';

const acknowledgementIds = ['order_acknowledgement', 'electronic_signature_attestation'];

/**
 * Every key counts as text: a part that is shown too much can be signed, one that is left out cannot.
 *
 * @param known keys that are shown or identify a part already
 */
export function guessPresentation(presentation: PhysicianPresentation, known: readonly string[]): Guesses {
  const { sections, required_acknowledgements: asked } = presentation;
  const keys = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (!Array.isArray(node) && value !== null && !known.includes(key)) keys.add(key);
      visit(value);
    }
  };
  visit([sections, asked]);
  const ids = [...textsOf(asked)].filter(([, values]) =>
    values.every((value) => acknowledgementIds.includes(value)),
  );
  return {
    'physician.presentationKeys': () => sure(...keys),
    'physician.identifierKeys': () => onlyOne(ids.map(([name]) => name)),
  };
}
