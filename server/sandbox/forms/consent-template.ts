/** The consent template of a test type at a version (Consent bundle; CONS-05..CONS-13). */
import type { decisionIds } from '../../contract/upstream-api/consent.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { contentHash, stableId } from '../catalog/stable-values.ts';
import { testFacts } from '../catalog/test-facts.ts';
import texts from './consent.json' with { type: 'json' };
import { fillPlaces } from './fill-places.ts';

export interface ConsentTemplate {
  readonly id: string;
  readonly version: number;
  readonly content_hash: string;
  readonly canonical_test_type: TestType;
  readonly content: ConsentContent;
}

/**
 * Creates the template. The same arguments give the same ids and hashes.
 * @param version counts from 1
 */
export function consentTemplate(testType: TestType, version: number): ConsentTemplate {
  const content = consentContent(testType, version);
  return {
    id: stableId('consent template', testType, version),
    version,
    content_hash: contentHash({ canonical_test_type: testType, version, content }),
    canonical_test_type: testType,
    content,
  };
}

interface ConsentDecision {
  readonly id: (typeof decisionIds)[number];
  readonly label: string;
  /** Text of the link that opens the detail. */
  readonly detail_link: string;
  readonly detail_format: 'html' | 'text';
  readonly detail_content: string;
}

/** The content of a consent: a customer reads it and decides. */
interface ConsentContent {
  readonly decisions: readonly ConsentDecision[];
  readonly sections: readonly { readonly id: string; readonly title: string; readonly body: string }[];
}

/**
 * Creates the content for a test type: four decisions and the sections around them. Like real contracts, plain texts contain
 * characters that break if they are inserted as HTML (GAP-17 to GAP-19).
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
