/** Guesses which keys of a physician's presentation hold text, and which identify its parts (GAP-79). */
import type { PhysicianPresentation } from '../../../contract/upstream-api/physician-order.ts';
import { type Guesses, onlyOne, sure } from './guess.ts';
import { textsOf } from './leaves.ts';

const acknowledgementIds = ['order_acknowledgement', 'electronic_signature_attestation'];

/**
 * Guesses the names in a presentation. It treats every key as text: a presentation that shows too much can be signed,
 * one that omits text cannot.
 * @param known keys that are already in use
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
