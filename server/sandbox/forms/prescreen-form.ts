/** The prescreen form, the same for every test that requires one (Prescreen form; PRE-04..PRE-14, GAP-42, GAP-44). */
import type { PrescreenForm } from '../../contract/upstream-api/prescreen.ts';
import copy from './prescreen.json' with { type: 'json' };

const fields = copy.sections.flatMap((section) => section.fields);

const typeByControl: Readonly<Record<string, string>> = {
  date_parts: 'date',
  boolean_radio: 'boolean',
  text: 'string',
};

/** The form, as GET prescreen-form sends it. */
export const prescreenForm: PrescreenForm = {
  required_fields: [
    ...fields.filter((field) => field.required).map((field) => field.name),
    copy.consent.field,
  ],
  validation_rules: {
    ...Object.fromEntries(
      fields.map(({ name, control, required }) => [name, { type: typeByControl[control], required }]),
    ),
    [copy.consent.field]: { type: 'boolean', required: true },
  },
  copy,
};
