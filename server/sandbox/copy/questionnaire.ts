/** The scheduling questionnaire of a test type at a version (Questionnaire definition; QST-05..QST-07, QST-15, GAP-58). */
import type { QuestionnaireDefinition } from '../../contract/upstream-api/questionnaire.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { contentHash } from '../catalog/content-hash.ts';
import { stableId } from '../catalog/stable-id.ts';
import { testFacts } from '../catalog/test-facts.ts';
import { acknowledgementsOf } from './questionnaire-acknowledgements.ts';
import { type Question, questionnaireQuestions } from './questionnaire-questions.ts';

/**
 * Creates the definition. The same arguments give the same ids and hashes.
 * @param version counts from 1
 */
export function questionnaireDefinition(testType: TestType, version: number): QuestionnaireDefinition {
  const content: QuestionnaireDefinition['content'] = {
    // A definition does not assign fields to sections, so it has one section.
    sections: [{ id: 'about_you', title: 'About you and your visit' }],
    fields: questionsAt(testType, version).map(({ id, label, optional = false }) => ({
      id,
      label,
      required: !optional,
      type: 'boolean',
    })),
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

/** From version 2, every version has one more question, with new words in each version. */
function questionsAt(testType: TestType, version: number): readonly Question[] {
  const questions = questionnaireQuestions[testType];
  if (version === 1) return questions;
  const label = `Has anything about your health changed in the past ${version * 7} days that you have not told us?`;
  return [...questions, { id: 'health_changed', label }];
}
