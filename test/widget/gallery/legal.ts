/** Consent, prescreen and questionnaire as the sandbox words them, and in shapes that the specification leaves open. */
import type { SignedConsents } from '../../../server/contract/journey-api/signed-consents.ts';
import type {
  ConsentShows,
  PrescreenShows,
  QuestionnaireShows,
} from '../../../server/contract/journey-api/views.ts';
import { testFacts } from '../../../server/sandbox/catalog/test-facts.ts';
import { consentContent } from '../../../server/sandbox/forms/consent-content.ts';
import { prescreenForm } from '../../../server/sandbox/forms/prescreen-form.ts';
import { questionnaireContent } from '../../../server/sandbox/forms/questionnaire-content.ts';

const consent = consentContent('CALST', 1);
const questions = questionnaireContent('CALST', 1);

/** The text of a decision. */
const detailOf = (id: string): string =>
  consent.decisions.find((decision) => decision.id === id)?.detail_content ?? '';

export const consentText: ConsentShows = {
  step: 'consent',
  content_hash: 'a1',
  lead: [],
  tail: [],
  sections: consent.sections.map(({ id, title, body }) => ({ id, title, body })),
  decisions: [
    {
      id: 'testing_consent',
      label: `I have read the consent to testing, I understand the purpose, the benefits and the risks of the ${testFacts.CALST.name}, and I consent to be tested.`,
      link: 'View consent',
      format: 'html',
      detail: detailOf('testing_consent'),
    },
    {
      id: 'hipaa_authorization',
      label: 'I authorize the use of my health information as the HIPAA authorization describes.',
      link: 'View HIPAA authorization',
      format: 'html',
      detail: detailOf('hipaa_authorization'),
    },
    {
      id: 'data_use',
      label: 'I agree to the data use terms.',
      link: null,
      format: 'text',
      detail: detailOf('data_use'),
    },
    {
      id: 'arbitration',
      label: 'I agree to the arbitration terms.',
      link: 'https://example.com/arbitration',
      format: 'text',
      detail: detailOf('arbitration'),
    },
  ],
};

type Signed = SignedConsents['consents'][number];
/** What a customer signed, as the server keeps it. */
export const signedText: Exclude<Signed, { document: object }> = {
  consent_id: '00000000-0000-4000-8000-0000000000c1',
  signed_at: '2026-11-18T19:58:00.000Z',
  typed_name: 'Ada Amsel',
  signed_from: '203.0.113.9',
  decisions: { testing_consent: true, hipaa_authorization: true, data_use: true, arbitration: true },
  test_type: 'CALST',
  template_id: 'consent-calst',
  template_version: 1,
  content_hash: 'a1',
  text: { lead: [], sections: consentText.sections, decisions: consentText.decisions, tail: [] },
};
const signedDocument: Signed = {
  consent_id: '00000000-0000-4000-8000-0000000000c2',
  signed_at: '2026-11-17T12:00:00.000Z',
  test_type: 'CALST',
  signer_name: 'Ada Amsel',
  document: { sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', bytes: 301_000 },
};
export const signed: SignedConsents = { consents: [signedText, signedDocument] };

export const healthCheck: PrescreenShows = {
  step: 'prescreen',
  help: null,
  sections: prescreenForm.copy.sections.map(({ id, title, fields }) => ({
    id,
    title,
    help: null,
    fields: fields.map(({ name, label, control, required }) => ({
      name,
      label,
      help: null,
      control: control as 'date_parts' | 'boolean_radio' | 'text',
      required,
      options:
        control === 'boolean_radio'
          ? [
              { value: true, label: 'Yes' },
              { value: false, label: 'No' },
            ]
          : [],
    })),
  })),
  consent: { field: prescreenForm.copy.consent.field, label: prescreenForm.copy.consent.label, help: null },
  submit_button_text: prescreenForm.copy.submit_button_text,
};

/** The health check of a customer whose date of birth is known. */
export const bornHealthCheck: PrescreenShows = {
  ...healthCheck,
  sections: healthCheck.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => (field.name === 'dob' ? { ...field, value: '04/12/1979' } : field)),
  })),
};

/** An optional control that nobody knows, and a number. */
export function strangeHealthCheck(): PrescreenShows {
  const common = { help: null, options: [] };
  const fields: PrescreenShows['sections'][number]['fields'] = [
    { ...common, name: 'mood', label: 'How do you feel?', control: 'unknown', required: false },
    {
      ...common,
      name: 'weight',
      label: 'How much do you weigh?',
      help: 'kg',
      control: 'number',
      required: true,
    },
  ];
  return { ...healthCheck, sections: [{ id: 'strange', title: null, help: null, fields }] };
}

export const questionnaire: QuestionnaireShows = {
  step: 'questionnaire',
  questionnaire_definition_id: '00000000-0000-4000-8000-000000000aaa',
  content_hash: 'q1',
  name: 'Calcium Score questionnaire',
  help: null,
  sections: [{ id: 'about_you', title: 'About you and your visit', help: null }],
  fields: questions.fields.map(({ id, label, required }) => ({
    id,
    label,
    help: null,
    required,
    type: 'boolean' as const,
    options: [],
    section_id: null,
  })),
  acknowledgements: questions.acknowledgements.map(({ id, label, required, copy }) => ({
    id,
    label,
    help: null,
    required,
    copy_format: copy === undefined ? null : 'html',
    copy: copy ?? null,
  })),
};

/** A question of each type beside yes and no, with the service's text beside labels. */
export const mixedQuestionnaire: QuestionnaireShows = {
  ...questionnaire,
  help: 'Take your time with these questions.',
  sections: [{ id: 'about_you', title: 'About you and your visit', help: 'They are about today.' }],
  fields: [
    {
      id: 'often',
      label: 'How often do you exercise?',
      help: 'Count walks too.',
      required: true,
      type: 'choice',
      options: [
        { value: 'never', label: 'Never' },
        { value: 3, label: 'Often' },
      ],
      section_id: null,
    },
    {
      id: 'weight',
      label: 'How much do you weigh?',
      help: 'kg',
      required: true,
      type: 'number',
      options: [],
      section_id: null,
    },
    {
      id: 'medicines',
      label: 'Which medicines do you take?',
      help: null,
      required: false,
      type: 'text',
      options: [],
      section_id: null,
    },
  ],
  acknowledgements: [],
};

const sections = [
  { id: 'safety', title: 'Before a CT scan', help: null },
  { id: 'heart', title: 'Your heart', help: null },
];

/** With a key beyond the listed ones, which ties a field to its section. */
export const sectionedQuestionnaire: QuestionnaireShows = {
  ...questionnaire,
  sections,
  fields: questionnaire.fields.map((field, at) => ({ ...field, section_id: at < 3 ? 'safety' : 'heart' })),
};

/** Several sections, and nothing that ties a field to any. */
export const looseQuestionnaire: QuestionnaireShows = { ...questionnaire, sections };
