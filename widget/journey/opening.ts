/** The `test-types` attribute as the server wants it: which tests a journey is opened for, all of them where it is empty. */
import type { OpenJourney } from '../../server/contract/journey-api/answers.ts';

export function openingOf(testTypes: string): OpenJourney {
  const names = testTypes.split(',').map((name) => name.trim());
  const test_types = names.filter((name) => name !== '') as NonNullable<OpenJourney['test_types']>;
  return test_types.length > 0 ? { test_types } : {};
}
