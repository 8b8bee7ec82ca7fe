/**
 * Reads an answer that a customer can choose in the prescreen, whose shape the specification does not show (GAP-44).
 */
import type { Assumptions } from '../assumptions/assumptions.ts';
import { choice, text } from '../assumptions/kinds.ts';

/** A possible answer: the value that is submitted, and the text that the customer sees. */
export interface PrescreenOption {
  value: string | boolean;
  label: string;
}

/**
 * Reads an option.
 * @param raw `{value, label}` under configured names, or a plain text or boolean
 * @throws Problem 503 `assumption_unmet` for any other shape
 */
export function readPrescreenOption(raw: unknown, assumptions: Assumptions): PrescreenOption {
  if (typeof raw === 'string' || typeof raw === 'boolean') return { value: raw, label: String(raw) };
  const path = 'prescreen_form.copy.sections.fields.options';
  return {
    value: assumptions.need('prescreen.optionKeys.value', choice, raw, path),
    label: assumptions.need('prescreen.optionKeys.label', text, raw, path),
  };
}
