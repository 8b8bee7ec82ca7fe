/** The consent template of a test type at a version (Consent bundle; CONS-05..CONS-13, GAP-17..GAP-19). */
import type { decisionIds } from '../../contract/upstream-api/consent.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import { contentHash } from '../catalog/content-hash.ts';
import { stableId } from '../catalog/stable-id.ts';
import { testFacts } from '../catalog/test-facts.ts';
import { arbitration } from './arbitration.ts';
import { consentSections } from './consent-sections.ts';
import { dataUse } from './data-use.ts';
import { hipaaAuthorization } from './hipaa-authorization.ts';
import { testingConsent } from './testing-consent.ts';

export interface ConsentDecision {
  readonly id: (typeof decisionIds)[number];
  readonly label: string;
  /** Text of the link that opens the detail. */
  readonly detail_link: string;
  readonly detail_format: 'html' | 'text';
  readonly detail_content: string;
}

export interface ConsentTemplate {
  readonly id: string;
  readonly version: number;
  readonly content_hash: string;
  readonly canonical_test_type: TestType;
  readonly content: {
    readonly decisions: readonly ConsentDecision[];
    readonly sections: readonly { readonly id: string; readonly title: string; readonly body: string }[];
  };
}

/**
 * Creates the template. The same arguments give the same ids and hashes.
 * @param version counts from 1
 */
export function consentTemplate(testType: TestType, version: number): ConsentTemplate {
  const content = { decisions: decisionsAt(testType, version), sections: consentSections(testType, version) };
  return {
    id: stableId('consent template', testType, version),
    version,
    content_hash: contentHash({ canonical_test_type: testType, version, content }),
    canonical_test_type: testType,
    content,
  };
}

function decisionsAt(testType: TestType, version: number): ConsentDecision[] {
  const facts = testFacts[testType];
  return [
    {
      id: 'testing_consent',
      label: `I have read the consent to testing, I understand the purpose, the benefits and the risks of the ${facts.name}, and I consent to be tested.`,
      detail_link: 'View consent',
      detail_format: 'html',
      detail_content: testingConsent(facts, version),
    },
    {
      id: 'hipaa_authorization',
      label:
        'I authorize the testing service, the testing location and the reviewing physician to use and disclose my health information as the HIPAA authorization describes.',
      detail_link: 'View HIPAA authorization',
      detail_format: 'html',
      detail_content: hipaaAuthorization(version),
    },
    {
      id: 'data_use',
      label:
        'I agree to the data use terms, including that my result is delivered to me through the application in which I booked this test.',
      detail_link: 'View data use terms',
      detail_format: 'text',
      detail_content: dataUse(version),
    },
    {
      id: 'arbitration',
      label:
        'I agree that disputes are resolved by binding individual arbitration, and that I give up the right to a jury trial and to take part in a class action.',
      detail_link: 'View arbitration agreement',
      detail_format: 'text',
      detail_content: arbitration(version),
    },
  ];
}
