/**
 * The content of the consent form: four decisions and the sections around them (Consent bundle; CONS-06, CONS-10, CONS-12,
 * GAP-17 to GAP-19). Like real contracts, plain texts contain characters that break if they are inserted as HTML. It imports
 * nothing of Node: the gallery shows it in a browser.
 */
import type { decisionIds } from '../../contract/upstream-api/consent.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { testFacts } from '../catalog/test-facts.ts';
import texts from './consent.json' with { type: 'json' };
import { fillPlaces } from './fill-places.ts';

interface ConsentDecision {
  readonly id: (typeof decisionIds)[number];
  readonly label: string;
  /** Text of the link that opens the detail. */
  readonly detail_link: string;
  readonly detail_format: 'html' | 'text';
  readonly detail_content: string;
}

/** The content of a consent: a customer reads it and decides. */
export interface ConsentContent {
  readonly decisions: readonly ConsentDecision[];
  readonly sections: readonly { readonly id: string; readonly title: string; readonly body: string }[];
}

/**
 * Creates the content for a test type.
 * @param version counts from 1
 */
export function consentContent(testType: TestType, version: number): ConsentContent {
  const { decisions, sections } = fillPlaces(texts, { ...testFacts[testType], version });
  return {
    decisions: decisions.map((decision) => ({
      ...(decision as Pick<ConsentDecision, 'id' | 'label' | 'detail_link' | 'detail_format'>),
      detail_content: decision.detail_content.join('\n'),
    })),
    sections,
  };
}
