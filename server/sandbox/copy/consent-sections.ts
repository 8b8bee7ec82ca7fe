/** The sections around the four decisions (Consent bundle; GAP-19). */
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { testFacts } from '../catalog/test-facts.ts';

export interface ConsentSection {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/**
 * Creates the sections of a consent. Their bodies are plain text.
 * @param version counts from 1
 */
export function consentSections(testType: TestType, version: number): ConsentSection[] {
  const { name } = testFacts[testType];
  return [
    {
      id: 'introduction',
      title: `Consent to your ${name}`,
      body: `Before your ${name} can be ordered, we need four decisions from you. You decide on each one separately. Open its link to read the full text, and read all four before you sign. This is version ${version} of the form.`,
    },
    {
      id: 'electronic_signature',
      title: 'Your electronic signature',
      body: 'By typing your name and confirming it you sign this form electronically, with the same effect as a signature on paper. You may ask for a paper copy at no cost, and you may withdraw your consent at any time before the test begins.',
    },
  ];
}
