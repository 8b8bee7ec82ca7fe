/** The prescreen form, the same for every test that requires one (Prescreen form; PRE-04..PRE-14, GAP-42, GAP-44). */
import type { PrescreenForm, prescreenBooleans } from '../../contract/upstream-api/prescreen.ts';

type Field = PrescreenForm['copy']['sections'][number]['fields'][number];

const yesNo = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

const question = (name: (typeof prescreenBooleans)[number], label: string, required = true): Field => ({
  name,
  label,
  control: 'boolean_radio',
  required,
  options: yesNo,
});

const sections: PrescreenForm['copy']['sections'] = [
  {
    id: 'about_you',
    title: 'About you',
    fields: [{ name: 'dob', label: 'Date of birth', control: 'date_parts', required: true, options: [] }],
  },
  {
    id: 'risk_factors',
    title: 'Your heart health risk factors',
    fields: [
      question(
        'family_history_cardiovascular_disease',
        'Has a parent, brother or sister had heart disease, a heart attack or a stroke before age 60?',
      ),
      question(
        'high_cholesterol_or_hypertension',
        'Have you been told that you have high cholesterol or high blood pressure (130/80 or above)?',
      ),
      question('diabetes', 'Have you been told that you have diabetes or prediabetes?'),
      question('bmi_higher_than_25', 'Is your body mass index (BMI) higher than 25?'),
      question(
        'sedentary_lifestyle',
        'Do you get less than 150 minutes of moderate physical activity in a usual week?',
      ),
      question('smoker', 'Do you smoke or vape, or have you done so in the past five years?'),
    ],
  },
  {
    id: 'current_health',
    title: 'Your health today',
    fields: [
      question(
        'symptoms_heart_disease',
        'Do you have chest pain, shortness of breath at rest, fainting or a racing heartbeat?',
      ),
      question('pregnant', 'Are you pregnant, or is there a chance that you could be?', false),
      question(
        'diagnosed_heart_disease',
        'Have you been diagnosed with heart disease, or had a stent, a bypass or a heart attack?',
      ),
    ],
  },
  {
    id: 'care_provider',
    title: null,
    fields: [
      {
        name: 'pcp_name',
        label: 'Name of your primary care provider (if you have one)',
        control: 'text',
        required: false,
        options: [],
      },
      {
        name: 'pcp_phone',
        label: 'Phone number of your primary care provider',
        control: 'text',
        required: false,
        options: [],
      },
    ],
  },
];

const consent = {
  field: 'pcp_consent',
  label:
    'I agree that the reviewing physician may send my result to the primary care provider named above, and that I will discuss any finding with a provider of my choice if I have named none.',
};

const fields = sections.flatMap((section) => section.fields);

const typeByControl: Readonly<Record<string, string>> = {
  date_parts: 'date',
  boolean_radio: 'boolean',
  text: 'string',
};

/** The form, as GET prescreen-form sends it. */
export const prescreenForm: PrescreenForm = {
  required_fields: [...fields.filter((field) => field.required).map((field) => field.name), consent.field],
  validation_rules: {
    ...Object.fromEntries(
      fields.map(({ name, control, required }) => [name, { type: typeByControl[control], required }]),
    ),
    [consent.field]: { type: 'boolean', required: true },
  },
  copy: { sections, consent, submit_button_text: 'Submit health screening' },
};
