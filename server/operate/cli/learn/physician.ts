/** Compares the text of a physician's order with the assumptions (GAP-79). */
import { readPresentation } from '../../../upstream/physician/presentation.ts';
import type { PhysicianSession } from '../../../upstream/physician/responses.ts';
import { type Guesses, onlyOne, sure, unsure, withValues } from './guess/guess.ts';
import { textsOf } from './guess/leaves.ts';
import type { Learning } from './learning.ts';

type Presentation = PhysicianSession['presentation'];

const acknowledgementIds = ['order_acknowledgement', 'electronic_signature_attestation'];

/**
 * Compares the keys of a presentation with the assumptions. Keys that may be structure are compared last, so
 * that the certain ones are adopted before.
 */
export function comparePresentation(learning: Learning, presentation: Presentation): void {
  const what = "a physician's presentation";
  const { presentationKeys, identifierKeys } = learning.values().physician;
  const values = valuesByKey(presentation);
  for (const known of [...presentationKeys, ...identifierKeys]) values.delete(known);
  const structure = [...values].filter(([, found]) => isStructure(found)).map(([key]) => key);
  const texts = [...values.keys()].filter((key) => !structure.includes(key));
  const ids = [...textsOf(presentation.required_acknowledgements)].filter(([, found]) =>
    found.every((value) => acknowledgementIds.includes(value)),
  );
  const guesses: Guesses = {
    'physician.presentationKeys': () => sure(...texts),
    'physician.identifierKeys': () => onlyOne(ids.map(([name]) => name)),
  };
  if (texts.length > 0 || structure.length === 0) {
    const certain = without(presentation, structure);
    learning.compare(what, (assumptions) => readPresentation(certain, assumptions), guesses);
  }
  if (structure.length > 0)
    learning.compare(
      what,
      (assumptions) => readPresentation(presentation, assumptions),
      withValues({ 'physician.presentationKeys': () => unsure(structure, structureHint) }, values),
    );
}

const structureHint =
  'Add each to physician.identifierKeys if it is not a text of the order, else to physician.presentationKeys.';

/** The values of each key in the sections and acknowledgements; an object or a list counts as null. */
function valuesByKey({ sections, required_acknowledgements }: Presentation): Map<string, unknown[]> {
  const values = new Map<string, unknown[]>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (!Array.isArray(node) && value !== null)
        values.set(key, [...(values.get(key) ?? []), typeof value === 'object' ? null : value]);
      visit(value);
    }
  };
  visit([sections, required_acknowledgements]);
  return values;
}

/** Whether the values are booleans or words such as `table`, which a person never reads as a text of the order. */
const isStructure = (values: readonly unknown[]): boolean =>
  values.every(
    (value) => typeof value === 'boolean' || (typeof value === 'string' && /^[a-z][a-z0-9_-]*$/.test(value)),
  );

/** Copies the presentation without some keys of its sections and acknowledgements. */
function without(presentation: Presentation, keys: readonly string[]): Presentation {
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    const kept = Object.entries(node).filter(([key]) => !keys.includes(key));
    return Object.fromEntries(kept.map(([key, value]) => [key, copy(value)]));
  };
  const { sections, required_acknowledgements } = presentation;
  return {
    ...presentation,
    sections: copy(sections) as Presentation['sections'],
    required_acknowledgements: copy(required_acknowledgements) as Presentation['required_acknowledgements'],
  };
}
