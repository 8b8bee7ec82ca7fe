/** Reads the answer options of the prescreen form (GAP-44). */
import type { PrescreenForm } from '../../contract/upstream-api/prescreen.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { readPrescreenOption } from '../../upstream/prescreen/option.ts';
import { type Guesses, onlyOne } from './guess/guess.ts';
import { leavesOf, textsOf } from './guess/leaves.ts';

const optionsOf = ({ copy }: PrescreenForm): unknown[] =>
  copy.sections.flatMap(({ fields }) => fields.flatMap(({ options }) => options ?? []));

/**
 * Checks that the server can read every answer option of the form.
 * @throws Problem 503 `assumption_unmet` if it cannot read one; within `examine` it is collected instead
 */
export const readPrescreenOptions = (form: PrescreenForm, assumptions: Assumptions): void => {
  for (const raw of optionsOf(form)) readPrescreenOption(raw, assumptions);
};

/** Guesses the names in an answer option by their types: its value is a boolean, its label a text. */
export function guessPrescreen(form: PrescreenForm): Guesses {
  const options = optionsOf(form).filter((raw) => typeof raw === 'object' && raw !== null);
  const leaves = leavesOf(options);
  const values = [...leaves].filter(([, found]) => found.every((value) => typeof value === 'boolean'));
  return {
    'prescreen.optionKeys.value': () => onlyOne(values.map(([name]) => name)),
    'prescreen.optionKeys.label': () => onlyOne([...textsOf(options).keys()]),
  };
}
