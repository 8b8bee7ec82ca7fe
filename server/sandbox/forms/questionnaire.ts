/** The scheduling questionnaire of a test type at a version (Questionnaire definition; QST-05..QST-07, QST-15, GAP-58). */
import type { QuestionnaireDefinition } from '../../contract/upstream-api/questionnaire.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { contentHash, stableId } from '../catalog/stable-values.ts';
import { testFacts } from '../catalog/test-facts.ts';
import { questionnaireContent } from './questionnaire-content.ts';

/**
 * Creates the definition. The same arguments give the same ids and hashes.
 * @param version counts from 1
 */
export function questionnaireDefinition(testType: TestType, version: number): QuestionnaireDefinition {
  const content = questionnaireContent(testType, version);
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
