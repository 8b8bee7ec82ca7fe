/** Consent, prescreen and questionnaire as the sandbox words them, and in shapes that the specification leaves open. */
import type {
  ConsentShows,
  PrescreenShows,
  QuestionnaireShows,
} from '../../../server/contract/journey-api/views.ts';
import { testFacts } from '../../../server/sandbox/catalog/test-facts.ts';
import { arbitration } from '../../../server/sandbox/copy/arbitration.ts';
import { consentSections } from '../../../server/sandbox/copy/consent-sections.ts';
import { dataUse } from '../../../server/sandbox/copy/data-use.ts';
import { hipaaAuthorization } from '../../../server/sandbox/copy/hipaa-authorization.ts';
import { prescreenForm } from '../../../server/sandbox/copy/prescreen-form.ts';
import { acknowledgementsOf } from '../../../server/sandbox/copy/questionnaire-acknowledgements.ts';
import { questionnaireQuestions } from '../../../server/sandbox/copy/questionnaire-questions.ts';
import { testingConsent } from '../../../server/sandbox/copy/testing-consent.ts';

export const consentText: ConsentShows = {
  step: 'consent',
  content_hash: 'a1',
  sections: consentSections('CALST', 1).map(({ id, title, body }) => ({ id, title, body })),
  decisions: [
    {
      id: 'testing_consent',
      label: `I have read the consent to testing, I understand the purpose, the benefits and the risks of the ${testFacts.CALST.name}, and I consent to be tested.`,
      link: 'View consent',
      format: 'html',
      detail: testingConsent(testFacts.CALST, 1),
    },
    {
      id: 'hipaa_authorization',
      label: 'I authorize the use of my health information as the HIPAA authorization describes.',
      link: 'View HIPAA authorization',
      format: 'html',
      detail: hipaaAuthorization(1),
    },
    {
      id: 'data_use',
      label: 'I agree to the data use terms.',
      link: null,
      format: 'text',
      detail: dataUse(1),
    },
    {
      id: 'arbitration',
      label: 'I agree to the arbitration terms.',
      link: 'https://example.com/arbitration',
      format: 'text',
      detail: arbitration(1),
    },
  ],
};

export const healthCheck: PrescreenShows = {
  step: 'prescreen',
  sections: prescreenForm.copy.sections.map(({ id, title, fields }) => ({
    id,
    title,
    fields: fields.map(({ name, label, control, required }) => ({
      name,
      label,
      control,
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
  consent: { field: prescreenForm.copy.consent.field, label: prescreenForm.copy.consent.label },
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

/** One control that nobody knows, optional or needed. */
export function strangeHealthCheck(required: boolean): PrescreenShows {
  const field = { name: 'mood', label: 'How do you feel?', control: 'dial', required, options: [] };
  return { ...healthCheck, sections: [{ id: 'strange', title: null, fields: [field] }] };
}

export const questionnaire: QuestionnaireShows = {
  step: 'questionnaire',
  questionnaire_definition_id: '00000000-0000-4000-8000-000000000aaa',
  content_hash: 'q1',
  name: 'Calcium Score questionnaire',
  sections: [{ id: 'about_you', title: 'About you and your visit' }],
  fields: questionnaireQuestions.CALST.map(({ id, label, optional }) => ({
    id,
    label,
    required: !optional,
    type: 'boolean',
    section_id: null,
  })),
  acknowledgements: acknowledgementsOf('CALST').map(({ id, label, required, copy }) => ({
    id,
    label,
    required,
    copy_format: copy === undefined ? null : 'html',
    copy: copy ?? null,
  })),
};

export function strangeQuestionnaire(required: boolean): QuestionnaireShows {
  const field = { id: 'scale', label: 'From 1 to 10?', required, type: 'scale', section_id: null };
  return { ...questionnaire, fields: [field, ...questionnaire.fields.slice(0, 2)] };
}

const sections = [
  { id: 'safety', title: 'Before a CT scan' },
  { id: 'heart', title: 'Your heart' },
];

/** With a key beyond the listed ones, which ties a field to its section. */
export const sectionedQuestionnaire: QuestionnaireShows = {
  ...questionnaire,
  sections,
  fields: questionnaire.fields.map((field, at) => ({ ...field, section_id: at < 3 ? 'safety' : 'heart' })),
};

/** Several sections, and nothing that ties a field to any. */
export const looseQuestionnaire: QuestionnaireShows = { ...questionnaire, sections };
