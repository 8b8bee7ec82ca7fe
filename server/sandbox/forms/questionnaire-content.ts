/**
 * The questions and acknowledgements of each scheduling questionnaire (Questionnaire definition; QST-05..QST-09, QST-25,
 * GAP-58). They import nothing of Node: the gallery shows them in a browser.
 */
import type { QuestionnaireDefinition } from '../../contract/upstream-api/questionnaire.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { testFacts } from '../catalog/test-facts.ts';
import { fillPlaces } from './fill-places.ts';
import texts from './questionnaire.json' with { type: 'json' };

type Content = QuestionnaireDefinition['content'];

/**
 * Creates the content for a test type. Only "yes" can need attention, so a questionnaire answered "no" throughout is
 * accepted.
 * @param version counts from 1. Every later version has one more question, with new words in each version.
 */
export function questionnaireContent(testType: TestType, version: number): Content {
  const preparation = texts.preparation[testType].map((item) => `<li>${item}</li>`).join('\n');
  const values = { ...testFacts[testType], preparation, days: version * 7 };
  const questions = [...texts.questions[testType], ...(version === 1 ? [] : [texts.later_question])];
  return {
    // A definition does not assign fields to sections, so it has one section.
    sections: texts.sections,
    fields: fillPlaces(questions, values).map((question) => ({ ...question, type: 'boolean' as const })),
    acknowledgements: fillPlaces(texts.acknowledgements, values).map((acknowledgement) => ({
      ...acknowledgement,
      copy_format: 'html' as const,
      copy: acknowledgement.copy.join('\n'),
    })),
  };
}
