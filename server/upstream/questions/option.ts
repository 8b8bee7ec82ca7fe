/**
 * Reads an answer that a customer can choose in a health form, whose shape the specification does not show (GAP-44,
 * GAP-58).
 */
import type { Assumptions } from '../assumptions/assumptions.ts';
import { choice, text } from '../assumptions/kinds.ts';

/** A possible answer: the value that is submitted, and the text that the customer sees. */
export interface AnswerOption {
  value: string | number | boolean;
  label: string;
}

/**
 * Reads an option.
 * @param form the form whose entries name the keys
 * @param raw `{value, label}` under configured names, or a plain text, number or boolean
 * @param path the source of the option, as names of keys only
 * @throws Problem 503 `assumption_unmet` for any other shape
 */
export function readOption(
  form: 'prescreen' | 'questionnaire',
  raw: unknown,
  path: string,
  assumptions: Assumptions,
): AnswerOption {
  if (typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean')
    return { value: raw, label: String(raw) };
  return {
    value: assumptions.need(`${form}.optionKeys.value`, choice, raw, path),
    label: assumptions.need(`${form}.optionKeys.label`, text, raw, path),
  };
}
