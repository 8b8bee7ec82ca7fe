/** What the tag says of the journey it wants, as the server takes it. */
import type { OpenJourney } from '../../server/contract/journey-api/answers.ts';

interface Attributes {
  /** A list with commas; all tests where it is empty. */
  testTypes: string;
  noAlternates: boolean;
}

export function openingOf({ testTypes, noAlternates }: Attributes): OpenJourney {
  const names = testTypes.split(',').map((name) => name.trim());
  const test_types = names.filter((name) => name !== '') as NonNullable<OpenJourney['test_types']>;
  return { ...(test_types.length > 0 ? { test_types } : {}), ...(noAlternates ? { alternates: false } : {}) };
}
