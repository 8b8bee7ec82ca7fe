/** The scheduling questionnaire of a test type at a version (Questionnaire definition; QST-05..QST-07, QST-15, GAP-58). */
import type { QuestionnaireDefinition } from '../../contract/upstream-api/questionnaire.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { contentHash } from '../catalog/content-hash.ts';
import { stableId } from '../catalog/stable-id.ts';
import { testFacts } from '../catalog/test-facts.ts';
import { acknowledgementsOf } from './questionnaire-acknowledgements.ts';
import { type QuestionSection, questionnaireSections } from './questionnaire-sections.ts';

export function questionnaireDefinition(testType: TestType, version: number): QuestionnaireDefinition {
  const sections = sectionsAt(testType, version);
  const content: QuestionnaireDefinition['content'] = {
    sections: sections.map(({ id, title }) => ({ id, title })),
    // `section_id` is an extra; the order alone already groups the fields.
    fields: sections.flatMap((section) =>
      section.questions.map(({ id, label, optional = false }) => ({
        id,
        label,
        required: !optional,
        type: 'boolean',
        section_id: section.id,
      })),
    ),
    acknowledgements: acknowledgementsOf(testType),
  };
  return {
    id: stableId('questionnaire', testType, version),
    name: `${testFacts[testType].name} questionnaire`,
    version,
    status: 'active',
    canonical_test_type: testType,
    content_hash: contentHash({ canonical_test_type: testType, version, content }),
    content,
  };
}

/** From the second version on there is one question more, worded anew with each version. */
function sectionsAt(testType: TestType, version: number): readonly QuestionSection[] {
  const sections = questionnaireSections[testType];
  if (version === 1) return sections;
  const label = `Has anything about your health changed in the past ${version * 7} days that you have not told us?`;
  return [
    ...sections,
    {
      id: 'since_booking',
      title: 'Since you booked',
      questions: [{ id: 'health_changed', label }],
    },
  ];
}
